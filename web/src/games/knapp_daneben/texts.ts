// The texts of Knapp Daneben!
import { defineTexts } from '../../i18n';

export default defineTexts('games/knapp_daneben');

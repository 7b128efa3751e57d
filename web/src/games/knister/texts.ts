// The texts of Knister.
import { defineTexts } from '../../i18n';

export default defineTexts('games/knister');

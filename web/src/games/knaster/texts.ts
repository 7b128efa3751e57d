// The texts of Knaster.
import { defineTexts } from '../../i18n';

export default defineTexts('games/knaster');

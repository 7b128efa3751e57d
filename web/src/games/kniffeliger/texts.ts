// The texts of Kniffeliger.
import { defineTexts } from '../../i18n';

export default defineTexts('games/kniffeliger');

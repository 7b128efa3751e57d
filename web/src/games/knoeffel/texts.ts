// The texts of Knöffel.
import { defineTexts } from '../../i18n';

export default defineTexts('games/knoeffel');

/** The texts of the camera that reads real dice. */
import { defineTexts } from '..';

export const cameraText = defineTexts('camera');

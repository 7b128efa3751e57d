// Writes the types of the texts' catalogues for the compiler.
import { writeTypes } from '../texts.ts';

writeTypes();

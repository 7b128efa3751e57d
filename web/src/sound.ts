export type Sound = 'lever' | 'dice' | 'pencil' | 'turn' | 'win';

export function play(_sound: Sound): void {
  return;
}

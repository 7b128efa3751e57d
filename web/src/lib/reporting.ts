import type { Connection } from './connection';

/** Tell who runs the server about somebody; resolves to why that was refused, or null. */
export async function reported(
  connection: Connection,
  person: string,
  text: string,
  said: number | null,
): Promise<string | null> {
  const answer = await connection.send({ type: 'report', person, text, said });
  if (answer === null) return 'offline';
  return answer.type === 'rejected' ? answer.reason : null;
}

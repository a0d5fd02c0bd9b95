/** Returns the text of an answer in the encoding that its header names; UTF-8 if it names none. */
export async function readText(answer: Response): Promise<string> {
  const charset = /charset=([\w-]+)/i.exec(answer.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(await answer.arrayBuffer());
}

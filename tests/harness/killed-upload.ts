/** An upload whose server dies under it, for tests of what is left afterwards (F1). */
import { createClient, type TestClient } from './client.ts';
import type { RunningServer } from './product.ts';

/** What is sent: where to, a file, and the fields of the form beside it. */
export interface KilledUpload {
  readonly path: string;
  readonly fileField: string;
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly fields?: Readonly<Record<string, string>>;
}

/** When the server dies: after so many bytes, or so many milliseconds after the last one. */
export interface KilledAt {
  readonly offset: number;
  readonly later: number;
}

/** Sends an upload that is cut off by the server's death; answers the status, or null where no answer came any more. */
export async function uploadUntilKilled(
  victim: RunningServer,
  { cookies }: TestClient,
  { path, fileField, fileName, bytes, fields = {} }: KilledUpload,
  { offset, later }: KilledAt,
): Promise<number | null> {
  const client = createClient(victim.url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  const before = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const head = `${before.join('')}${part(fileField)}; filename="${fileName}"\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent < offset && sent + 65_536 >= offset) victim.kill('SIGKILL');
      const chunk = whole.subarray(sent, sent + 65_536);
      sent += chunk.length;
      if (chunk.length > 0) return controller.enqueue(new Uint8Array(chunk));
      if (offset >= whole.length) setTimeout(() => victim.kill('SIGKILL'), later);
      controller.close();
    },
  });
  try {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return (await client.fetch('POST', path, body, { headers })).status;
  } catch {
    return null;
  } finally {
    victim.kill('SIGKILL');
    await victim.ended;
  }
}

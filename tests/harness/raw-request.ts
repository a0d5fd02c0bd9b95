import { request, type IncomingHttpHeaders } from 'node:http';

/** What a hand-made request consists of. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Its answer. */
export interface RawAnswered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends what fetch would not: another Host, headers that only browsers set. */
export function rawRequest(url: string, input: RawRequest = {}): Promise<RawAnswered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: input.method ?? 'GET',
        headers: input.headers ?? {},
        agent: false,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(input.body);
  });
}

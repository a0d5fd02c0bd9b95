/** The floor of a sign-in: a bare server that verifies one password by Argon2, at the cost of the product's hashes, and answers. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { hash, verify } from '@node-rs/argon2';

const password = process.env.PASSWORD ?? '';
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

async function signIn(request: http.IncomingMessage): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString()) as { readonly password: string };
  return (await verify(stored, body.password)) ? 200 : 401;
}

const server = http.createServer((request, response) => {
  signIn(request).then(
    (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
    (error: unknown) => response.destroy(error as Error),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

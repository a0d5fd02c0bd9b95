import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingConnection } from './count-bytes.ts';

const body = Buffer.alloc(3_000_000, 'x');
const server = http.createServer((request, response) => {
  if (request.url === '/missing') response.writeHead(404).end('nothing');
  else response.writeHead(200, { 'content-length': body.length }).end(body);
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => void server.close());

test('[PERF-03] the bytes of answers one after the other are counted, and an answer without a file is an error', async () => {
  const connection = await countingConnection(origin);
  expect(await connection.ask('/file', {})).toBe(body.length);
  expect(await connection.ask('/file', { cookie: 'a=b' })).toBe(body.length);
  await expect(connection.ask('/missing', {})).rejects.toThrow('No file was sent: HTTP/1.1 404');
  connection.close();
});

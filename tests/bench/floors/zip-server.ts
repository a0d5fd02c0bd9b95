/** The floor of an archive: a bare server that pipes files one after the other, with the CRC-32 of each and nothing around them. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

const files = fs.readFileSync(process.env.FILES ?? '', 'utf8').split('\n');

async function* bytes(): AsyncGenerator<Buffer> {
  for (const file of files) {
    let sum = 0;
    for await (const chunk of fs.createReadStream(file) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    // What is computed is looked at, so that it is not left out.
    if (sum < 0) throw new Error(file);
  }
}

const server = http.createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  Readable.from(bytes()).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

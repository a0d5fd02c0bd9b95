/** The floor of a download: a bare server that opens a file of the disk and pipes it, with no session and no check. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const file = process.env.FILE ?? '';
const { size } = fs.statSync(file);
const server = http.createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size });
  fs.createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

/** The floor of a video: a bare server that opens a file of the disk where the Range begins and pipes it, with no session and no check. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const files = new Map(
  (JSON.parse(process.env.FILES ?? '[]') as [path: string, file: string][]).map(([path, file]) => [
    path,
    { file, size: fs.statSync(file).size },
  ]),
);
const server = http.createServer((request, response) => {
  const found = files.get(request.url ?? '');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!found || !range) {
    response.writeHead(404).end();
    return;
  }
  const { file, size } = found;
  const start = Number(range[1]);
  const end = range[2] === '' ? size - 1 : Math.min(Number(range[2]), size - 1);
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}`,
  });
  fs.createReadStream(file, { start, end }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

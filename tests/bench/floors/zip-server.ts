/**
 * The floor of an archive: a bare server that sends files one after the other with the CRC-32 of each and nothing around them. Two
 * buffers are used again and again: one is read and summed while the other one leaves.
 */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

const files = fs.readFileSync(process.env.FILES ?? '', 'utf8').split('\n');
const largest = Math.max(...files.map((file) => fs.statSync(file).size));
let sums = 0;

const server = http.createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      response.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const sendAll = async (): Promise<void> => {
    const buffers = [Buffer.allocUnsafe(largest), Buffer.allocUnsafe(largest)];
    let leaving = Promise.resolve();
    for (const [place, file] of files.entries()) {
      const buffer = buffers[place % 2] ?? Buffer.alloc(0);
      const handle = await fs.promises.open(file);
      const { bytesRead } = await handle.read(buffer, 0, largest, 0);
      await handle.close();
      const bytes = buffer.subarray(0, bytesRead);
      // What is computed is kept, so that it is not left out.
      sums += crc32(bytes);
      await leaving;
      leaving = send(bytes);
    }
    await leaving;
    response.end();
  };
  sendAll().catch((error: unknown) => response.destroy(error as Error));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
const stop = (): void => process.exit(sums < 0 ? 1 : 0);
process.once('SIGTERM', stop);
process.once('disconnect', stop);

import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import webPush from 'web-push';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '#server/platform/config/config.ts';
import { sendPush } from './send-push.ts';

/** Anyone who is signed in names the address of a push service: what it answers must hold no job (NOT-03). */
const config = { pushEndpoints: 'loopback', mailFrom: 'TrainTrail <training@example.org>' } as Config;

let service: Server | null = null;
afterEach(() => {
  service?.close();
  service = null;
});

/** Sends one message to a service that answers as it likes; resolves with the status and when the connection was closed. */
async function sendTo(answer: (socket: Socket) => void, patience?: number) {
  let closed: Promise<void> = Promise.resolve();
  service = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    // A reset is an end too.
    closed = new Promise((resolve) => socket.on('close', () => resolve()));
    socket.once('data', () => answer(socket));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const browser = createECDH('prime256v1');
  const target = {
    endpoint: `http://127.0.0.1:${String((service.address() as AddressInfo).port)}/browser`,
    p256dh: browser.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const message = { title: 'Title', body: 'Body', path: '/', tag: 'tag' };
  const status = sendPush(config, webPush.generateVAPIDKeys(), target, message, patience);
  return { status, closed: () => closed };
}

const ok = 'HTTP/1.1 201 Created\r\n';

test('[NOT-03] [SEC-01] a push service that answers with another protocol ends its attempt', async () => {
  const { status } = await sendTo((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'),
  );
  expect(await status).toBe(101);
});

test('[NOT-03] [SEC-01] a push service that sends its answer byte by byte is let go in time', async () => {
  const { status } = await sendTo((socket) => {
    socket.write(ok);
    const drip = setInterval(() => socket.write('a'), 50);
    socket.on('close', () => clearInterval(drip));
  }, 1000);
  await expect(status).rejects.toThrow('aborted');
});

test('[NOT-03] [SEC-01] a push service that never stops answering is read no further than its status', async () => {
  const { status, closed } = await sendTo((socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
    const flood = setInterval(() => socket.write('4\r\nmore\r\n'), 20);
    socket.on('close', () => clearInterval(flood));
  });
  expect(await status).toBe(201);
  await closed();
});

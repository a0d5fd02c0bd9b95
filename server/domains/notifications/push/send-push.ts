import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import type { Config } from '#server/platform/config/config.ts';
import { isPublicEndpoint, publicLookup } from '#server/platform/outbound/public-address.ts';
import { responseOf } from '#server/platform/outbound/response-of.ts';
import type { PushKeys } from './push-keys.ts';

/** The push address of a browser, and the keys with which only it can read. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The content that the service worker shows; it is encrypted for the browser (RFC 8291). */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
}

const longestDirectWait = 10_000;
/** A push service keeps a message for a browser that is off for a day. */
const keptFor = 24 * 3600;
/** What fits into one record of a push message, with room to spare. */
const longestBody = 1000;

/** Returns whether the server sends to an address at all; to this machine in tests only (`Config.pushEndpoints`). */
export function mayPushTo({ pushEndpoints }: Pick<Config, 'pushEndpoints'>, endpoint: string): boolean {
  if (pushEndpoints === 'loopback' && URL.parse(endpoint)?.hostname === '127.0.0.1') return true;
  return isPublicEndpoint(endpoint);
}

/** Sends one message and returns the status of the push service; it follows no redirect, and connects to public addresses only. */
export async function sendPush(
  config: Config,
  keys: PushKeys,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  patience = longestDirectWait,
): Promise<number> {
  if (!mayPushTo(config, endpoint)) throw new Error('the address of a push service is not public');
  const payload = JSON.stringify({ ...message, body: message.body.slice(0, longestBody) });
  const sender = /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: `mailto:${sender}`, ...keys },
      TTL: keptFor,
      contentEncoding: 'aes128gcm',
    },
  );
  const loopback = config.pushEndpoints === 'loopback';
  const transport = loopback && endpoint.startsWith('http:') ? http : https;
  const request = transport.request(endpoint, {
    method,
    headers,
    // The limit covers the whole attempt, because anyone can name an address that sends one byte at a time.
    signal: AbortSignal.timeout(patience),
    ...(loopback ? {} : { lookup: publicLookup }),
  });
  const response = await responseOf(request, body);
  // Only the status counts: the body may have no end.
  response.destroy();
  return response.statusCode ?? 0;
}

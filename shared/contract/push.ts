import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { done } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

/** The address of a browser at its push service. */
const endpoint = z.url(because('push_address')).max(1000);

/** Returns the schema for a key of a browser's subscription: base64url of this number of bytes. */
const key = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${String(Math.ceil((bytes * 4) / 3))}}={0,2}$`), because('push_key'));

/** Messages of browsers (NOT-03): of everybody, each their own browsers. */
export const pushContract = {
  key: defineEndpoint({
    id: 'push.key',
    method: 'GET',
    path: '/api/push/key',
    summary: 'The public key with which a browser subscribes (RFC 8292)',
    access: { permission: 'account.own' },
    audit: { none: 'a public key' },
    data: { none: 'a public key' },
    response: z.object({ publicKey: z.string() }).meta({ id: 'PushKey' }),
  }),
  subscribe: defineEndpoint({
    id: 'push.subscribe',
    method: 'POST',
    path: '/api/push/subscriptions',
    summary: 'This browser wants messages for the person; told again, it stays one',
    access: { permission: 'account.own' },
    audit: { command: 'push.subscribed', record: 'users' },
    data: { none: 'the browser knows it' },
    body: z.strictObject({ endpoint, keys: z.strictObject({ p256dh: key(65), auth: key(16) }) }),
    response: done,
    extendsSession: false,
  }),
  unsubscribe: defineEndpoint({
    id: 'push.unsubscribe',
    method: 'DELETE',
    path: '/api/push/subscriptions',
    summary: 'This browser wants none any more',
    access: { permission: 'account.own' },
    audit: { command: 'push.unsubscribed', record: 'users' },
    data: { none: 'the browser knows it' },
    body: z.strictObject({ endpoint }),
    errors: ['NOT_FOUND'],
    response: done,
  }),
};

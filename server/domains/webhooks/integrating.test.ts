import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { testEvent, webhookEventNames } from '#shared/domain/webhooks/events.ts';
import { bodyOf } from './deliver.ts';
import { newSecret, signDelivery } from './sign-delivery.ts';

const section =
  /\n## Webhooks\n([^]*?)(?=\n## |$)/.exec(fs.readFileSync('docs/integrating.md', 'utf8'))?.[1] ?? '';

/** The examples of the section in one language. */
const examples = (language: string): readonly string[] =>
  [...section.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, of, code]) =>
    of === language && code ? [code] : [],
  );

test('[OPS-06] docs/integrating.md describes every event that webhooks send', () => {
  const described = [...section.matchAll(/^\| `([\w.]+)`/gm)].map(([, name]) => name);
  expect(described).toEqual([...webhookEventNames, testEvent]);
});

test('[OPS-06] the examples of docs/integrating.md read an event as it is sent, and refuse a forged one', async () => {
  const [json = '', ...others] = examples('json');
  const [code = '', ...more] = examples('js');
  expect([others, more]).toEqual([[], []]);
  const { type, timestamp, data } = JSON.parse(json) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
  const body = bodyOf({ event: type, data, createdAt: new Date(timestamp) });
  expect(JSON.parse(body)).toEqual(JSON.parse(json));
  const file = path.resolve('.cache/integrating-webhooks.mjs');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, code);
  const { readEvent } = (await import(pathToFileURL(file).href)) as {
    readEvent: (secret: string, headers: object, body: string) => unknown;
  };
  const secret = newSecret();
  const headers = signDelivery([secret], { messageId: 'msg_1', at: new Date(), body });
  expect(readEvent(secret, headers, body)).toEqual(JSON.parse(json));
  expect(() => readEvent(secret, headers, body.replace('93', '94'))).toThrow('No matching signature');
});

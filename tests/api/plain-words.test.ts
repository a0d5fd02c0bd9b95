import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { startWithAdmin, type StartedAdmin } from '#tests/harness/started.ts';

let started: StartedAdmin;
beforeAll(async () => {
  started = await startWithAdmin();
});
afterAll(() => started.stop());

/** What the validator says where a schema has no words of its own. */
const raw =
  /^Invalid (?:input|option|string|key|value|element|number|ISO|URL)|^Too (?:big|small)|: expected |, received |Unrecognized/;

const bodies: readonly unknown[] = [{}, [], 'text', { unknown: 1 }];

/** Bodies that miss every field or give each a value of a wrong type. */
function bodiesOf(fields: readonly string[]): readonly unknown[] {
  const wrong = [null, true, -1, 0.5, 'x'.repeat(3000), [null], { a: 1 }];
  return [...bodies, ...wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value])))];
}

test('[SEC-01] missing fields and wrong types get our own words on the wire, at every call', async () => {
  const { admin } = started;
  const json = { headers: { 'content-type': 'application/json' } };
  const said = new Set<string>();
  let refused = 0;
  for (const { method, path, body, query, multipart } of catalogue) {
    const url = path.replaceAll(/:\w+/g, '1');
    // Leaving the session would end the test, and the stream never ends.
    if (/\/(?:logout|stream)$/.test(path) || multipart) continue;
    const answers: Promise<{ readonly status: number; readonly body: unknown }>[] = [];
    if (query && 'shape' in query) {
      const fields = Object.keys(query.shape as object);
      for (const value of ['', '-1', 'x']) {
        const asked = new URLSearchParams(fields.map((field) => [field, value]));
        if (method === 'GET') answers.push(admin.get(`${url}?${asked.toString()}`));
      }
    }
    if (body) {
      const fields = 'shape' in body ? Object.keys(body.shape as object) : [];
      for (const value of bodiesOf(fields)) {
        const sent = JSON.stringify(value);
        if (method === 'POST') answers.push(admin.post(url, sent, json));
        if (method === 'PUT') answers.push(admin.put(url, sent, json));
        if (method === 'PATCH') answers.push(admin.patch(url, sent, json));
      }
    }
    for (const answer of await Promise.all(answers)) {
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      const problem = answer.body as Partial<Problem> | null;
      if (problem?.code !== 'VALIDATION_FAILED') continue;
      refused += 1;
      for (const { message } of problem.errors ?? []) said.add(message);
      if (problem.detail !== undefined) said.add(problem.detail);
    }
  }
  expect(refused).toBeGreaterThan(200);
  expect([...said].filter((message) => raw.test(message))).toEqual([]);
});

test('[AUTH-03] /api/login ignores query keys that it does not know, which links and identity providers add', async () => {
  const answer = await started.server
    .client()
    .fetch('GET', '/api/login?returnTo=%2Fprofile&iss=https%3A%2F%2Fidp.example&utm_source=mail');
  expect(answer.status).toBeLessThan(400);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { ApiError, isUnauthorized, toApiError } from '#app/lib/api-error.ts';
import { onStepUp } from '#app/lib/step-up.ts';
import { call, keyOf, onUnauthorized, pageFor, queryFor, urlOf } from '#app/lib/client.ts';

const base = {
  summary: 'For this test',
  access: { public: true },
  audit: { none: 'a test' },
  data: { none: 'a test' },
} as const;
const rename = defineEndpoint({
  ...base,
  id: 'things.rename',
  method: 'PATCH',
  path: '/api/things/:id/parts/:name',
  params: z.object({ id: z.string(), name: z.string() }),
  query: z.object({ q: z.string().optional(), limit: z.coerce.number().optional() }),
  body: z.object({ title: z.string() }),
  response: z.object({ id: z.int() }),
});
const list = defineEndpoint({
  ...base,
  id: 'things.list',
  method: 'GET',
  path: '/api/things',
  response: z.array(z.object({ id: z.int() })),
});

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status, headers }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const problem = (status: number, code: string, detail: string, more: object = {}) =>
  JSON.stringify({ type: 'urn:x', title: 'x', status, code, detail, ...more });

afterEach(() => vi.unstubAllGlobals());

describe('address', () => {
  test('[SEC-01] parameters are encoded and empty parts of the query left out', () => {
    expect(urlOf(rename, { params: { id: 7, name: 'a/b ?' }, query: { q: '', limit: 20 } })).toBe(
      '/api/things/7/parts/a%2Fb%20%3F?limit=20',
    );
  });

  test('[SHELL-12] keys of queries start with the endpoint, so that a call can make them old', () => {
    expect(queryFor(list).queryKey).toEqual(['things.list', { params: {}, query: {} }]);
    expect(keyOf(list)).toEqual(['things.list']);
  });
});

describe('call', () => {
  test('[SHELL-12] sends method, JSON, If-Match and Idempotency-Key, with the cookie of this site', async () => {
    const fetched = answer(200, '{"id":7}');
    const options = {
      params: { id: 7, name: 'x' },
      body: { title: 'T' },
      ifMatch: '"3"',
      idempotencyKey: 'k-12345678',
    };
    expect(await call(rename, options)).toEqual({ id: 7 });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/things/7/parts/x');
    expect(init).toMatchObject({ method: 'PATCH', credentials: 'same-origin', body: '{"title":"T"}' });
    const headers = new Headers(init?.headers);
    expect([headers.get('content-type'), headers.get('if-match'), headers.get('idempotency-key')]).toEqual([
      'application/json',
      '"3"',
      'k-12345678',
    ]);
  });

  test('[SHELL-12] a list comes with its total', async () => {
    answer(200, '[{"id":1},{"id":2}]', { 'x-total-count': '240' });
    expect(await new QueryClient().fetchQuery(pageFor(list))).toEqual({
      rows: [{ id: 1 }, { id: 2 }],
      total: 240,
    });
  });

  test('[SHELL-12] a refusal is an error "{status}: {detail}" with code and fields', async () => {
    answer(
      422,
      problem(422, 'VALIDATION_FAILED', 'Some fields need attention.', {
        errors: [{ path: 'title', message: 'Title is required' }],
      }),
    );
    const error: unknown = await call(list).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '422: Some fields need attention.',
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'title', message: 'Title is required' }],
    });
  });

  test('[SHELL-12] no answer at all is an error too', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(call(list)).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' });
  });
});

describe('errors', () => {
  test.each([
    [502, 'Bad Gateway', '', '502: Bad Gateway'],
    [502, 'Bad Gateway', '<html>down</html>', '502: <html>down</html>'],
    [400, 'Bad Request', '{not json', '400: {not json'],
    [404, 'Not Found', problem(404, 'NOT_FOUND', 'Not found.'), '404: Not found.'],
  ])('[SHELL-12] %i %s with body %j reads %s', (status, statusText, body, message) => {
    expect(toApiError(status, statusText, body).message).toBe(message);
  });

  test('[AUTH-12] only a 401 that says Unauthorized ends the session, and its caller may expect it', async () => {
    const told = vi.fn<(error: ApiError) => void>();
    onUnauthorized(told);
    answer(401, problem(401, 'SIGN_IN_REFUSED', 'Invalid email or password. Please try again.'));
    await call(list).catch(() => undefined);
    expect(told).not.toHaveBeenCalled();
    answer(401, problem(401, 'UNAUTHENTICATED', 'Unauthorized'));
    await call(list, { expectUnauthorized: true }).catch(() => undefined);
    expect(told).not.toHaveBeenCalled();
    const error: unknown = await call(list).catch((thrown: unknown) => thrown);
    expect(told).toHaveBeenCalledOnce();
    expect(isUnauthorized(error)).toBe(true);
  });
});

describe('a call that needs a fresh proof of identity', () => {
  test('[AUTH-19] is sent again once the person has given it, and calls at the same time share one dialog', async () => {
    const fetched = vi
      .fn<typeof fetch>()
      .mockImplementation(async () => new Response('{"id":7}', { status: 200 }))
      .mockImplementationOnce(
        async () => new Response(problem(403, 'STEP_UP_REQUIRED', 'x'), { status: 403 }),
      )
      .mockImplementationOnce(
        async () => new Response(problem(403, 'STEP_UP_REQUIRED', 'x'), { status: 403 }),
      );
    vi.stubGlobal('fetch', fetched);
    const ask = vi.fn<() => Promise<boolean>>(async () => true);
    const stop = onStepUp(ask);
    const options = { params: { id: 7, name: 'x' }, body: { title: 'T' } };
    expect(await Promise.all([call(rename, options), call(rename, options)])).toEqual([{ id: 7 }, { id: 7 }]);
    stop();
    expect([ask.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 4]);
    expect(fetched.mock.calls[2]?.[1]?.body).toBe('{"title":"T"}');
  });

  test('[AUTH-19] fails with the refusal where the person gives up', async () => {
    answer(403, problem(403, 'STEP_UP_REQUIRED', 'Confirm your identity to continue.'));
    const stop = onStepUp(async () => false);
    await expect(call(list)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    stop();
    await expect(call(list)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });
});

/** The Postman collection of Microsoft's SCIM reference code, as it is published, where a file of it is given (OPS-06). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/harness/database.ts';
import { runCollection, type Collection } from '#tests/harness/postman.ts';
import { makeDirectory } from '#tests/harness/scim-directory.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

/** The file with the collection. It is not ours to ship: whoever wants it run downloads it (CONTRIBUTING.md). */
const { SCIM_COLLECTION: file = '' } = process.env;

test.skipIf(file === '')(
  '[OPS-06] every request of Microsoft’s collection is answered as its assertions say',
  async () => {
    const collection = JSON.parse(readFileSync(file, 'utf8')) as Collection;
    const db = await createTestDatabase();
    const server = await startTestServer({ db });
    try {
      const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
      const { client } = await makeDirectory(server, admin);
      const result = await runCollection(
        collection,
        { Protocol: 'http', Server: 'directory.example', Port: '', Api: 'scim/v2' },
        async ({ method, url, headers, body }) => {
          const { pathname, search } = new URL(url);
          // The reference server gives out tokens itself. Here the client already has one.
          if (pathname === '/scim/v2/Token') return { status: 200, text: '{"token":"one-of-the-client"}' };
          const { Authorization, ...others } = headers;
          expect([undefined, 'Bearer one-of-the-client']).toContain(Authorization);
          const answer = await client.fetch(method, pathname + search, body, { headers: others });
          return { status: answer.status, text: await answer.text() };
        },
      );
      expect(result).toEqual({ requests: 79, assertions: 108, failures: [] });
    } finally {
      await server.close();
      await db.drop();
    }
  },
);

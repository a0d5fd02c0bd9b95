import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { createClient } from '#tests/harness/client.ts';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import { againstStatements } from '../against-statements.ts';
import type { Bench } from '../bench.ts';
import { oneConnection } from '../http-load.ts';
import { callLimit } from '../measure-questions.ts';
import { makeOwnWorlds, type Contents, type OwnWorld } from '../own-world.ts';
import type { RecordedStatement } from '../recorded/recorded-request.ts';

const people = 100_000;
/** A token may make 1,200 calls in a minute. */
const calmCalls = 150;
const attributes = JSON.stringify({
  name: { givenName: 'Ana', familyName: 'Ruiz' },
  displayName: 'Ana Ruiz',
});

const contents: Contents = {
  what: `${people.toLocaleString('en')} people of a directory`,
  insert: async (client, organizationIds) => {
    await client.query(
      `insert into users (id, email, first_name, last_name, role, organization_id, is_active)
       select 'u_bench_' || n, 'person' || n || '@bench.example', 'First' || n, 'Last' || n, 'learner',
         ($1::int[])[1 + n % cardinality($1::int[])], true from generate_series(1, $2::int) n`,
      [organizationIds, people],
    );
    await client.query(
      `insert into directory_people (user_id, user_name, external_id, attributes)
       select 'u_bench_' || n, 'person' || n || '@bench.example', 'key-' || n, $1::jsonb from generate_series(1, $2::int) n`,
      [attributes, people],
    );
  },
  afterwards: 'select recount_people()',
};

const nameOf = (count: number): string => `made${String(count)}@made.example`;

/** The statements that created one person, for another: id, email, link, message and notification may exist only once. */
function ofNewPerson(recorded: readonly RecordedStatement[], count: number): readonly RecordedStatement[] {
  const valueOf = (start: string, place: number): string => {
    const value = recorded.find(({ text }) => text.startsWith(start))?.values[place];
    if (typeof value !== 'string') throw new Error(`no value in ${start}`);
    return value;
  };
  const once = [
    [valueOf('insert into "users"', 0), `u_again_${String(count)}`],
    [valueOf('insert into "users"', 1), nameOf(count)],
    [valueOf('insert into "one_time_tokens"', 1), sha256Hex(nameOf(count))],
  ] as const;
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'string') return value;
    return once
      .reduce((text, [from, to]) => text.replaceAll(from, to), value)
      .replace(/"messageId":"<[^@]+@/, `"messageId":"<${String(count)}@`)
      .replace(/^user_registered \d+$/, `user_registered again ${String(count)}`);
  };
  return recorded.map((statement) => ({ ...statement, values: statement.values.map(change) }));
}

/** A token of the directory, which the administrator of the world makes. */
async function tokenOf({ productUrl, personId, admin }: OwnWorld): Promise<string> {
  const { rows } = await admin.query<{ email: string }>('select email from users where id = $1', [personId]);
  const client = createClient(productUrl, { stepUpWith: FIXTURE_PASSWORD });
  await client.post('/api/auth/login', { email: rows[0]?.email, password: FIXTURE_PASSWORD });
  const made = await client.call(apiTokensContract.create, {
    body: {
      name: 'Directory',
      scopes: ['people.provision'],
      organizationId: null,
      lastDay: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      reason: 'It is measured.',
    },
  });
  if (made.body.token === null || made.status !== 201)
    throw new Error(`no token: ${JSON.stringify(made.body)}`);
  return made.body.token;
}

/** Finding a person of a company directory by userName at 100,000, and creating one (OPS-06, PERF-01). */
export const directory: Bench = {
  name: 'directory',
  title: 'SCIM: find one of 100,000 people by userName',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  contents: () => [contents],
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([contents], say);
    const [world] = worlds;
    if (!world) throw new Error('there is no world');
    const connection = oneConnection();
    try {
      const headers = { authorization: `Bearer ${await tokenOf(world)}` };
      const empty = (url: string) => connection.call(`${url}/scim/v2/ResourceTypes/User`, { headers });
      const filter = encodeURIComponent('userName eq "person77777@bench.example"');
      const found = await againstStatements(
        world,
        {
          what: 'finding one',
          call: (url) => connection.call(`${url}/scim/v2/Users?filter=${filter}`, { headers }),
          empty,
          before: calmCalls,
        },
        { rounds, say },
      );
      let count = 0;
      const made = await againstStatements(
        world,
        {
          what: 'creating one',
          call: (url) => {
            count += 1;
            return connection.call(`${url}/scim/v2/Users`, {
              method: 'POST',
              headers,
              body: JSON.stringify({
                userName: nameOf(count),
                name: { givenName: 'Ana', familyName: 'Ruiz' },
                active: true,
              }),
            });
          },
          empty,
          before: calmCalls,
          fresh: (recorded) => {
            count += 1;
            return ofNewPerson(recorded, count);
          },
        },
        { rounds, say },
      );
      return {
        ...found,
        also: [
          {
            what: 'creating one, against its SQL and an empty call',
            value: made.value,
            limit: callLimit,
            unit: '×',
            times: `${made.product} : ${made.floor}`,
          },
        ],
      };
    } finally {
      connection.close();
      await close();
    }
  },
};

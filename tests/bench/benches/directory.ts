import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { createClient } from '#tests/harness/client.ts';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { prepared } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { callLimit } from '../measure-questions.ts';
import { compare, interleave, median, medianOf, ms } from '../measure.ts';
import { makeOwnWorlds, type Contents, type OwnWorld } from '../own-world.ts';

const people = 100_000;
const runs = 15;
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

const digest = {
  name: 'floor.command-digest',
  text: 'select system_id, xid, command_id, events, digest, begins from audit.command_digest()',
};
const prove = { name: 'floor.command-prove', text: 'select audit.prove_command($1, $2, $3, $4)' };

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

/** Both sides of one call, and the empty call that its floor contains. */
interface Sides {
  readonly call: () => Promise<unknown>;
  readonly statements: () => Promise<unknown>;
  readonly empty: () => Promise<unknown>;
}

async function against({ call, statements, empty }: Sides, rounds: number, say: (line: string) => void) {
  for (const side of [call, statements, empty]) await medianOf(runs, side);
  const nothings: number[] = [];
  const medians = compare(
    await interleave(
      rounds,
      () => medianOf(runs, call),
      async () => {
        nothings.push(await medianOf(runs, empty));
        return medianOf(runs, statements);
      },
      say,
    ),
  );
  const nothing = median(nothings);
  return {
    value: medians.product / (medians.floor + nothing),
    product: ms(medians.product),
    floor: `${ms(medians.floor)} + ${ms(nothing)}`,
  };
}

/** Finding a person of a company directory by userName at 100,000, and creating one (OPS-06, PERF-01). */
export const directory: Bench = {
  name: 'directory',
  title: 'SCIM: find one of 100,000 people by userName',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([contents], say);
    const [world] = worlds;
    if (!world) throw new Error('there is no world');
    const connection = oneConnection();
    try {
      const headers = { authorization: `Bearer ${await tokenOf(world)}` };
      const base = `${world.productUrl}/scim/v2`;
      const empty = () => connection.call(`${base}/ResourceTypes/User`, { headers });
      const filter = encodeURIComponent('userName eq "person77777@bench.example"');
      const find = prepared('directory-find.sql');
      const found = await against(
        {
          call: () => connection.call(`${base}/Users?filter=${filter}`, { headers }),
          statements: () => world.pool.query({ ...find, values: ['person77777@bench.example'] }),
          empty,
        },
        rounds,
        say,
      );
      let count = 0;
      const next = (side: string): string => {
        count += 1;
        return `${side}${String(count)}@made.example`;
      };
      const create = prepared('directory-create.sql');
      const read = prepared('directory-read.sql');
      const client = await world.pool.connect();
      const made = await against(
        {
          call: () =>
            connection.call(`${base}/Users`, {
              method: 'POST',
              headers,
              body: JSON.stringify({
                userName: next('product'),
                name: { givenName: 'Ana', familyName: 'Ruiz' },
                active: true,
              }),
            }),
          statements: async () => {
            const name = next('floor');
            const id = `u_${name}`;
            await client.query('begin');
            await client.query(
              `select audit.begin_command('directory.personCreated', null, null, '{}'::jsonb)`,
            );
            const hash = sha256Hex(name);
            await client.query({ ...create, values: [id, name, attributes, hash] });
            // The trail holds for nobody without the proof of the command.
            const { rows } = await client.query<{ events: number; begins: boolean }>(digest);
            const [proven] = rows;
            if (!proven) throw new Error('the floor has opened no command');
            await client.query({
              ...prove,
              values: [proven.events, proven.begins, 'floor', Buffer.from(hash, 'hex')],
            });
            await client.query('commit');
            await client.query({ ...read, values: [id] });
          },
          empty,
        },
        rounds,
        say,
      );
      client.release();
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

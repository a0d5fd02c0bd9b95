import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { pastImportsContract } from '#shared/contract/past-imports.ts';
import { peopleImportsContract } from '#shared/contract/people-imports.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { uploadPast } from '#tests/harness/past-import.ts';
import { uploadPeople } from '#tests/harness/people-import.ts';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench, Pair } from '../bench.ts';
import { compare, ms, timed } from '../measure.ts';
import { moduleContents } from '../modules-world.ts';
import { makeOwnWorlds, type Contents, type OwnWorld } from '../own-world.ts';

const people = 10_000;
const completions = 100_000;
/** Managers, who come in any order: half of them stand behind their reports in the file. */
const managers = 200;

const modules = moduleContents(100);
const world = (round: number): Contents => ({
  ...modules,
  what: `a company that moves in, ${String(round)}`,
});

const email = (who: string, n: number): string => `${who}${String(n)}@company.example`;
const isManager = (n: number): boolean => n % (people / managers) === 0;

function peopleFile(organization: string): string {
  const rows = Array.from({ length: people }, (_, index) => {
    // An order that is none: 7919 and 10,000 have no common divisor.
    const n = (index * 7919) % people;
    const manager = isManager(n) ? '' : email('person', ((n * 31) % managers) * (people / managers));
    const job = ['Nurse', 'Investigator', 'Data manager'][n % 3] ?? '';
    const role = isManager(n) ? 'manager' : 'learner';
    return [
      email('person', n),
      `First${String(n)}`,
      `Last${String(n)}`,
      role,
      organization,
      job,
      manager,
      'yes',
    ].join(',');
  });
  return ['Email,First name,Last name,Role,Organization,Job title,Manager,Active', ...rows].join('\n');
}

/** Signs in anew: an import needs a fresh proof of identity. */
async function administrator({ productUrl, personId, admin }: OwnWorld): Promise<TestClient> {
  const { rows } = await admin.query<{ email: string }>('select email from users where id = $1', [personId]);
  const client = createClient(productUrl, { stepUpWith: FIXTURE_PASSWORD });
  await client.post('/api/auth/login', { email: rows[0]?.email, password: FIXTURE_PASSWORD });
  return client;
}

type Contract = typeof peopleImportsContract | typeof pastImportsContract;

/** Waits until the background has ended a step of an import. */
async function when(
  client: TestClient,
  { get }: Contract,
  id: number,
  state: 'checked' | 'done',
): Promise<string> {
  for (;;) {
    const { body } = await client.call(get, { params: { id: String(id) } });
    if (body.state === state) return body.planHash ?? '';
    if (['failed', 'cancelled'].includes(body.state)) throw new Error(JSON.stringify(body));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function importPeople(client: TestClient, text: string): Promise<void> {
  const { body } = await uploadPeople(client, text);
  const params = { id: String(body.id) };
  const options = { ...body.options, createDepartments: true, createJobTitles: true };
  await client.call(peopleImportsContract.check, { params, body: { mapping: body.mapping, options } });
  const planHash = await when(client, peopleImportsContract, body.id, 'checked');
  const confirmed = await client.call(peopleImportsContract.confirm, {
    params,
    body: { planHash, deactivateMissing: false, invite: false, reason: 'We move in.' },
  });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  await when(client, peopleImportsContract, body.id, 'done');
}

/** The same rows by COPY, with the triggers that write the trail, in one transaction. */
async function copyPeople({ admin, organizationIds }: OwnWorld): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query(`select audit.begin_command('people.imported', null, null, '{}'::jsonb)`);
    const stream = client.query(
      copyFrom(
        `copy users (id, email, first_name, last_name, role, organization_id, job_title, manager_id, is_active) from stdin`,
      ),
    );
    await pipeline(function* lines() {
      // Managers first: COPY judges a manager at once.
      const order = Array.from({ length: people }, (_, n) => n).toSorted(
        (a, b) => Number(isManager(b)) - Number(isManager(a)),
      );
      for (const n of order) {
        const manager = isManager(n)
          ? String.raw`\N`
          : `u_copy_${String(((n * 31) % managers) * (people / managers))}`;
        yield (
          [
            `u_copy_${String(n)}`,
            email('copied', n),
            `First${String(n)}`,
            `Last${String(n)}`,
            isManager(n) ? 'manager' : 'learner',
            String(organizationIds[0]),
            ['Nurse', 'Investigator', 'Data manager'][n % 3],
            manager,
            't',
          ].join('\t') + '\n'
        );
      }
    }, stream);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Fails if the product kept something else: a time for less is none. */
async function requireRows({ admin }: OwnWorld, what: string, expected: number): Promise<void> {
  const { rows } = await admin.query<{ count: number }>(`select count(*)::int as count from ${what}`);
  if (rows[0]?.count !== expected)
    throw new Error(`${String(rows[0]?.count)} of ${String(expected)} ${what}`);
}

/** Past completions of everybody, each module on several days of the past years. */
async function importCompletions(client: TestClient, { admin }: OwnWorld): Promise<number> {
  const { rows } = await admin.query<{ title: string }>(
    `select title from training_modules where is_active and retired_at is null order by id limit 10`,
  );
  const lines = Array.from({ length: completions }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(index / people) * 30)).toISOString().slice(0, 10);
    const { title } = rows[Math.floor(index / people) % rows.length] ?? { title: '' };
    return [email('person', index % people), JSON.stringify(title), day].join(',');
  });
  return timed(async () => {
    const { body } = await uploadPast(client, ['Email,Module,Completed on', ...lines].join('\n'));
    const params = { id: String(body.id) };
    const asked = await client.call(pastImportsContract.check, {
      params,
      body: { mapping: body.mapping, options: { ...body.options, source: 'The old system' } },
    });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    const planHash = await when(client, pastImportsContract, body.id, 'checked');
    const confirmed = await client.call(pastImportsContract.confirm, {
      params,
      body: { planHash, reason: 'We move in.' },
    });
    if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
    await when(client, pastImportsContract, body.id, 'done');
  });
}

/** A company of 10,000 people moves in: its people, and 100,000 past completions (USR-06, USR-09). */
export const imports: Bench = {
  name: 'imports',
  title: 'Import of 10,000 people with dry run, against COPY of the same rows',
  limit: 12,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const pairs: Pair[] = [];
    const past: number[] = [];
    for (let round = 1; round <= Math.min(rounds, 3); round += 1) {
      const { worlds, close } = await makeOwnWorlds([world(round)], say);
      try {
        const [own] = worlds;
        if (!own) throw new Error('there is no world');
        const client = await administrator(own);
        const { rows } = await own.admin.query<{ name: string }>(
          'select name from organizations where id = $1',
          [own.organizationIds[0]],
        );
        const text = peopleFile(rows[0]?.name ?? '');
        const floor = await timed(() => copyPeople(own));
        const product = await timed(() => importPeople(client, text));
        say(`  round ${String(round)}: ${product.toFixed(0)} : ${floor.toFixed(0)}`);
        pairs.push({ product, floor });
        past.push(await importCompletions(client, own));
        await requireRows(own, "users where email like 'person%@company.example'", people);
        await requireRows(own, 'training_records', completions);
        say(`  100,000 completions: ${((past.at(-1) ?? 0) / 1000).toFixed(1)} s`);
      } finally {
        await close();
      }
    }
    const medians = compare(pairs);
    const seconds = past.toSorted((a, b) => a - b)[Math.floor(past.length / 2)] ?? 0;
    return {
      value: medians.ratio,
      product: ms(medians.product),
      floor: ms(medians.floor),
      also: [
        { what: 'seconds for 10,000 people', value: medians.product / 1000, limit: 60, unit: 's' },
        { what: 'seconds for 100,000 past completions', value: seconds / 1000, limit: 300, unit: 's' },
      ],
    };
  },
};

import { runProduct } from '#tests/harness/product.ts';
import { againstSql, bodyOf, type Question } from '../against-sql.ts';
import { againstMinimum, againstOwnStatements } from '../against-statements.ts';
import type { Bench } from '../bench.ts';
import { floorSql, prepared } from '../floor-sql.ts';
import { callLimit } from '../measure-questions.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';
import { trailContents } from '../trail-world.ts';

const events = 1_000_000;

interface Head {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly people: readonly (string | null)[] | null;
}
interface Name {
  readonly id: string;
  readonly name: string;
}
interface Page {
  readonly rows: readonly {
    readonly id: number;
    readonly at: string;
    readonly reason: string | null;
    readonly actor: { readonly id: string; readonly name: string } | null;
  }[];
}

const page = prepared('trail-page.sql');
const names = prepared('trail-names.sql');

/** The first page of the trail: what is changed, and the names of the people in it. */
const firstPage: Question<{ readonly heads: readonly Head[]; readonly names: readonly Name[] }> = {
  what: 'Audit trail, its first page of 50 commands',
  path: '/api/audit?limit=50',
  floor: async (ask) => {
    const heads = await ask<Head>(page, [50]);
    const ids = heads.flatMap(({ actorId, people }) => [actorId, ...(people ?? [])]);
    return { heads, names: await ask<Name>(names, [[...new Set(ids.filter((id) => id !== null))]]) };
  },
  agree: (found, [answer]) => {
    const nameOf = new Map(found.names.map(({ id, name }) => [id, name]));
    return [
      found.heads
        .slice(0, 50)
        .map(({ id, at, actorId, reason }) => [
          Number(id),
          at.toISOString(),
          actorId === null ? null : nameOf.get(actorId),
          reason,
        ]),
      bodyOf<Page>(answer).rows.map(({ id, at, actor, reason }) => [id, at, actor?.name ?? null, reason]),
    ];
  },
};

/** Reads every event, as whoever checks them has to. */
async function readAll({ admin }: OwnWorld): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query(`declare reading cursor for ${floorSql('trail-events.sql')}`);
    for (;;) {
      const { rows } = await client.query('fetch 5000 from reading');
      if (rows.length === 0) break;
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
}

async function verify({ env }: OwnWorld): Promise<void> {
  const { NODE_OPTIONS: _, ...own } = env;
  const { code, stdout, stderr } = await runProduct(['verify', '--no-files'], own);
  if (code !== 0) throw new Error(`verify ended with ${String(code)}: ${stdout}${stderr}`);
}

/** Waits until the product has sealed every event. */
async function whenSealed({ admin }: OwnWorld, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await admin.query<{ open: boolean }>(floorSql('trail-unsealed.sql'));
    if (rows[0]?.open === false) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  say(`  sealed after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await admin.query('vacuum analyze');
}

/** The trail at a million events: its first page, and how long it is checked (AUD-03, AUD-02). */
export const trail: Bench = {
  name: 'trail',
  title: 'Audit trail of 1,000,000 events, first page of 50 commands',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  contents: () => [trailContents(events)],
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([trailContents(events)], say);
    try {
      const [world] = worlds;
      if (!world) throw new Error('there is no world');
      await whenSealed(world, say);
      const { rows } = await world.admin.query<{ count: string }>('select count(*) from audit.events');
      say(`  ${Number(rows[0]?.count).toLocaleString('en')} events`);
      const ownStatements = await againstOwnStatements(world, firstPage, { rounds, say });
      const minimum = await againstSql(world, firstPage, { rounds, say });
      say('  verify');
      const checked = compare(
        await interleave(
          Math.min(rounds, 3),
          () => timed(() => verify(world)),
          () => timed(() => readAll(world)),
          say,
        ),
      );
      return {
        ...ownStatements,
        also: [
          againstMinimum(minimum),
          {
            what: 'verify of all events, against reading them',
            value: checked.ratio,
            limit: 8,
            unit: '×',
            times: `${ms(checked.product)} : ${ms(checked.floor)}`,
          },
        ],
      };
    } finally {
      await close();
    }
  },
};

import { againstSql, bodyOf, type Question } from '../against-sql.ts';
import { againstMinimum, againstOwnStatements } from '../against-statements.ts';
import type { Bench } from '../bench.ts';
import { pastContents } from '../figures-world.ts';
import { named, floorSql, prepared } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { callLimit } from '../measure-questions.ts';
import { compare, interleave, medianOf, ms } from '../measure.ts';
import { makeOwnWorlds, type Contents, type OwnWorld } from '../own-world.ts';

const people = 1000;
const modules = 50;
/** A day on which most trainings were otherwise than today. */
const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);

/** The people with a past, and a matrix of fifty modules for everybody, which is older than the day. */
const contents = (): Contents => {
  const past = pastContents(people);
  return {
    ...past,
    what: `${past.what}, in a matrix of ${String(modules)} modules`,
    insert: async (client, organizationIds, learnerId, say) => {
      await past.insert(client, organizationIds, learnerId, say);
      for (const statement of [
        `update training_modules set created_at = app_now() - interval '400 days'`,
        `update module_versions set effective_from = app_now() - interval '390 days', published_at = app_now() - interval '390 days'`,
        `insert into training_matrices (name, created_at) values ('Everybody', app_now() - interval '380 days')`,
        `insert into training_matrix (matrix_id, module_id, created_at)
         select x.id, m.id, x.created_at from training_matrices x, (select id from training_modules order by id limit ${String(modules)}) m`,
        'insert into matrix_members (matrix_id, user_id, added_at) select x.id, u.id, x.created_at from training_matrices x, users u',
      ])
        await client.query(statement);
    },
  };
};

interface Cycle {
  readonly id: number;
  readonly recordId: number | null;
  readonly certificateNumber: string | null;
  readonly completedAt: Date | null;
}
interface Named {
  readonly id: number;
  readonly name: string;
}
interface Answer {
  readonly matrices: readonly Named[];
  readonly completions: readonly {
    readonly assignmentId: number;
    readonly recordId: number | null;
    readonly certificateNumber: string | null;
    readonly completedAt: string;
  }[];
}

const one = prepared('qualified-one.sql');
const matrices = prepared('qualified-matrices.sql');
const versions = prepared('qualified-versions.sql');
const reading = prepared('qualified-reading.sql');

/**
 * One person, one module, one day: with every completion and its signature. The floor also reads matrices, versions and their content and
 * writes the reading to the trail: without them there is no answer (INS-02, AUD-01). It sends all four at once, since all it needs is in the
 * request.
 */
const ofPerson = (
  person: string,
  module: number,
): Question<{ readonly cycles: readonly Cycle[]; readonly matrices: readonly Named[] }> => ({
  what: 'Qualified on a day, one person and one module',
  path: `/api/qualified?person=${person}&module=${String(module)}&day=${day}`,
  floor: async (ask) => {
    const [cycles, found] = await Promise.all([
      ask<Cycle>(one, [person, module, day]),
      ask<Named>(matrices, [person, module, day]),
      ask(versions, [module]),
      ask(reading, [person, String(module), day]),
    ]);
    return { cycles, matrices: found };
  },
  agree: (found, [answer]) => {
    const { completions, matrices: shown } = bodyOf<Answer>(answer);
    return [
      [
        found.cycles.flatMap(({ id, recordId, certificateNumber, completedAt }) =>
          completedAt === null ? [] : [[id, recordId, certificateNumber, completedAt.toISOString()]],
        ),
        found.matrices.map(({ id, name }) => [id, name]),
      ],
      [
        completions.map((row) => [
          row.assignmentId,
          row.recordId,
          row.certificateNumber,
          new Date(row.completedAt).toISOString(),
        ]),
        shown.map(({ id, name }) => [id, name]),
      ],
    ];
  },
});

/** Everybody with every module of the matrix, where the answer is one that nobody has: all of them are judged, and none is sent. */
async function ofMatrix(world: OwnWorld, rounds: number, say: (line: string) => void) {
  const { rows } = await world.admin.query<{ id: number }>('select max(id) as id from training_matrices');
  const matrix = rows[0]?.id ?? 0;
  const connection = oneConnection(world.cookie);
  const list = `/api/qualified/people?matrix=${String(matrix)}&day=${day}`;
  const path = `${list}&answer=not_required`;
  const first = (await (
    await fetch(`${world.productUrl}${list}`, { headers: { cookie: world.cookie } })
  ).json()) as {
    readonly rows: readonly unknown[];
  };
  if (first.rows.length === 0) throw new Error('the matrix has nobody');
  const { name, text } = named(floorSql('qualified-matrix.sql'));
  try {
    return compare(
      await interleave(
        Math.min(rounds, 3),
        () => medianOf(1, () => connection.call(world.productUrl + path)),
        () => medianOf(1, () => world.pool.query({ name, text, values: [matrix, day] })),
        say,
      ),
    );
  } finally {
    connection.close();
  }
}

/** 'Was this person qualified for this on that day?' (INS-02): of one person, and of everybody with every module of a matrix. */
export const qualified: Bench = {
  name: 'qualified',
  title: 'Qualified on a past day, one person and one module',
  limit: callLimit,
  direction: 'at most',
  unit: '×',
  contents: () => [contents()],
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([contents()], say);
    try {
      const [world] = worlds;
      if (!world) throw new Error('there is no world');
      const { rows } = await world.admin.query<{ person: string; module: number }>(
        `select user_id as person, module_id as module from training_records where module_id <= ${String(modules)}
         and user_id like 'u_bench_%' order by id limit 1`,
      );
      const question = ofPerson(rows[0]?.person ?? '', rows[0]?.module ?? 0);
      const ownStatements = await againstOwnStatements(world, question, { rounds, say });
      const minimum = await againstSql(world, question, { rounds, say });
      say(`  ${String(people)} people with ${String(modules)} modules`);
      const matrix = await ofMatrix(world, rounds, say);
      return {
        ...ownStatements,
        also: [
          againstMinimum(minimum),
          {
            what: `Everybody of a matrix, ${(people * modules).toLocaleString('en')} answers, against their rows`,
            value: matrix.ratio,
            limit: 8,
            unit: '×',
            times: `${ms(matrix.product)} : ${ms(matrix.floor)}`,
          },
          {
            what: 'Time of the SQL for everybody of a matrix, of one second',
            value: matrix.floor / 1000,
            limit: 1,
            unit: '×',
            times: ms(matrix.floor),
          },
        ],
      };
    } finally {
      await close();
    }
  },
};

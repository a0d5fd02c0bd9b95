import type { Bench } from '../bench.ts';
import { curriculumContents } from '../curriculum-world.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const people = 10_000;
const plainInsert = floorSql('reconcile.sql');

interface Place {
  readonly matrixId: number;
  readonly departmentId: number;
  readonly moduleId: number;
  readonly adminId: string;
}

async function placeOf({ admin }: OwnWorld): Promise<Place> {
  const { rows } = await admin.query<Place>(`
    select x.id as "matrixId", x.department_id as "departmentId", (select max(id) from training_modules) as "moduleId",
      (select id from users where role = 'admin') as "adminId"
    from training_matrices x`);
  const [place] = rows;
  if (!place) throw new Error('there is no matrix');
  return place;
}

/** Takes the module out of the matrix and away from everybody, so that both sides always begin with the same tables. */
async function takeBack({ admin }: OwnWorld, { moduleId }: Place): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    const gone = await client.query('delete from training_assignments where module_id = $1', [moduleId]);
    if (gone.rowCount !== people) throw new Error(`${String(gone.rowCount)} people got the module`);
    await client.query('delete from training_matrix where module_id = $1', [moduleId]);
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze training_assignments');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

/** A matrix of 10,000 people gains a module, in one audited command, against a plain insert of the same rows (PERF-01, MTX-06). */
export const reconcile: Bench = {
  name: 'reconcile',
  title:
    'A matrix of 10,000 people gains a module: who needs it is found and notified, 10,000 audited rows, against a plain INSERT … SELECT',
  limit: 6,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([curriculumContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there is no world');
    const connection = oneConnection(world.cookie);
    const place = await placeOf(world);
    const { matrixId, departmentId, moduleId, adminId } = place;
    const body = JSON.stringify({ matrixId, departmentId, moduleId, assignNow: true });
    const gained = async (): Promise<number> => {
      const time = await timed(() =>
        connection.call(`${world.productUrl}/api/training-matrix/add-module`, { method: 'POST', body }),
      );
      await takeBack(world, place);
      return time;
    };
    const plain = async (): Promise<number> => {
      const client = await world.admin.connect();
      try {
        await client.query('alter table training_assignments disable trigger user');
        const time = await timed(() => client.query(plainInsert, [matrixId, moduleId, adminId]));
        await client.query('alter table training_assignments enable trigger user');
        await takeBack(world, place);
        return time;
      } finally {
        client.release();
      }
    };
    try {
      await plain();
      await gained();
      const { ratio, product, floor } = compare(await interleave(rounds, gained, plain, say));
      return { value: ratio, product: ms(product), floor: ms(floor) };
    } finally {
      connection.close();
      await close();
    }
  },
};

import type pg from 'pg';
import type { Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import type { BenchWorld } from '../world.ts';

const plainInsert = floorSql('assign.sql');
const rowsExpected = 20_000;

/** Takes the twenty modules away again, whoever gave them, so that both sides always begin with the same tables. */
async function takeBack({ admin, matrixId }: BenchWorld): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    const gone = await client.query('delete from training_assignments where matrix_id = $1', [matrixId]);
    if (gone.rowCount !== rowsExpected) throw new Error(`${String(gone.rowCount)} rows were assigned`);
    await client.query('delete from matrix_members where matrix_id = $1', [matrixId]);
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze training_assignments; ');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

/** The plain insert by the superuser, with the product's triggers off and those of the foreign keys on. */
async function insertPlainly(client: pg.PoolClient, world: BenchWorld): Promise<number> {
  await client.query('alter table training_assignments disable trigger user');
  try {
    return await timed(() => client.query(plainInsert, [world.matrixId, world.assignTo, world.adminUser.id]));
  } finally {
    await client.query('alter table training_assignments enable trigger user');
  }
}

/** Assigning a matrix to many people in one audited command against a plain insert of the same rows (PERF-01, MTX-05). */
export const assign: Bench = {
  name: 'assign',
  title: 'Assigning 20 modules to 1,000 people, 20,000 audited rows, against a plain INSERT … SELECT',
  limit: 3,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world: makeWorld, say }) => {
    const world = await makeWorld();
    const connection = oneConnection(world.adminCookie);
    const client = await world.admin.connect();
    const body = JSON.stringify({ matrixId: world.matrixId, specificUserIds: world.assignTo });
    const assigned = async (): Promise<number> => {
      const time = await timed(() =>
        connection.call(`${world.product.url}/api/training-matrix/assign`, { method: 'POST', body }),
      );
      await takeBack(world);
      return time;
    };
    const plain = async (): Promise<number> => {
      const time = await insertPlainly(client, world);
      await takeBack(world);
      return time;
    };
    try {
      await plain();
      await assigned();
      const result = compare(await interleave(rounds, assigned, plain, say));
      return { value: result.ratio, product: ms(result.product), floor: ms(result.floor) };
    } finally {
      client.release();
      connection.close();
    }
  },
};

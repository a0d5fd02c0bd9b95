import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, median, ms, timed } from '../measure.ts';
import type { BenchWorld } from '../world.ts';

const runs = 10;
const statements = {
  read: floorSql('complete-read.sql'),
  keep: floorSql('complete-keep.sql'),
  certificate: floorSql('complete-certificate.sql'),
  answer: floorSql('complete-answer.sql'),
};
const written = [
  'training_records',
  'training_assignments',
  'signatures',
  'certificates',
  'public_signatures',
] as const;

/** Gives the administrator one more cycle of a text, begun and read, that is to be signed; answers its id. */
async function readOnce({ admin, adminUser }: BenchWorld): Promise<number> {
  const client = await admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ id: number }>(
      `with text as (
         select m.id, m.current_version_id from training_modules m
         where m.content_type = 'text' and m.completion_policy = 'signed' and m.is_active and m.retired_at is null
           and not exists (select 1 from module_version_files f where f.version_id = m.current_version_id)
         order by m.id limit 1),
       begun as (
         insert into training_assignments (user_id, module_id, module_version_id, status, started_at, cycle, due_date)
         select $1, id, current_version_id, 'in_progress', now(), 1 + (select count(*) from training_assignments a
           where a.user_id = $1 and a.module_id = text.id), current_date + 30 from text
         returning id, module_version_id),
       seen as (
         insert into viewer_sessions (assignment_id, module_version_id, declared_progress)
         select id, module_version_id, 100 from begun)
       select id from begun`,
      [adminUser.id],
    );
    return rows[0]?.id ?? 0;
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** The least that keeps the same rows, each statement prepared, in one transaction. */
async function signPlainly(client: pg.PoolClient, id: number, person: string): Promise<void> {
  const ask = (name: keyof typeof statements, values: readonly unknown[]) =>
    client.query<Record<string, unknown>>({ name, text: statements[name], values: [...values] });
  await client.query('begin');
  const [found] = (await ask('read', [id, person])).rows;
  if (!found) throw new Error('there is nothing to sign');
  const signed = JSON.stringify(found);
  const digest = sha256Hex(signed);
  await ask('keep', [
    ...['record_id', 'id', 'cycle'].map((name) => found[name]),
    person,
    ...['organization_id', 'module_id', 'version_id', 'title', 'number', 'content_hash'].map(
      (name) => found[name],
    ),
    signed,
    digest,
    'A name',
  ]);
  await ask('certificate', [found['record_id'], randomUUID()]);
  await client.query('commit');
  if ((await ask('answer', [id])).rows.length !== 1) throw new Error('the floor kept nothing');
}

/** Signing a text that was read, against its least prepared SQL and one Argon2 verification (PERF-03, SIG-02). */
export const complete: Bench = {
  name: 'complete',
  title: 'Signing a completion, against the least prepared SQL for it and one Argon2 verification',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world: makeWorld, say }) => {
    const world = await makeWorld();
    const { product, adminUser, adminCookie } = world;
    const connection = oneConnection(adminCookie);
    const plain = await hash(FIXTURE_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await connection.call(`${product.url}/api/auth/signature-agreement`, {
      method: 'POST',
      body: JSON.stringify({ accepted: true }),
    });
    const signature = { password: FIXTURE_PASSWORD, meaning: statementFor('read_and_understood').text };
    const body = JSON.stringify({ status: 'completed', signature });
    const client = await world.admin.connect();
    const medianOfReady = async (work: (id: number) => Promise<unknown>): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const id = await readOnce(world);
        times.push(await timed(() => work(id)));
      }
      return median(times);
    };
    const signed = () =>
      medianOfReady((id) =>
        connection.call(`${product.url}/api/training-assignments/${String(id)}/status`, {
          method: 'PUT',
          body,
        }),
      );
    const plainly = async (): Promise<number> => {
      for (const table of written) await client.query(`alter table ${table} disable trigger user`);
      try {
        return await medianOfReady(async (id) => {
          if (!(await verify(plain, FIXTURE_PASSWORD))) throw new Error('the hash is another one');
          await signPlainly(client, id, adminUser.id).catch(async (error: unknown) => {
            await client.query('rollback');
            throw error;
          });
        });
      } finally {
        for (const table of written) await client.query(`alter table ${table} enable trigger user`);
      }
    };
    try {
      await signed();
      await plainly();
      const result = compare(await interleave(rounds, signed, plainly, say));
      return { value: result.ratio, product: ms(result.product), floor: ms(result.floor) };
    } finally {
      client.release();
      connection.close();
    }
  },
};

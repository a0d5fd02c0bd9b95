import fs from 'node:fs';
import type { Attack } from './attack.ts';
import { anchorFile } from '#server/domains/audit/index.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { randomBytes } from 'node:crypto';
import { sealingKeyOf } from '#server/domains/audit/sealing-key.ts';
import { signingKeyFrom } from '#server/platform/crypto/signing-key.ts';
import { sql } from 'kysely';

/** One more change with its seal. */
async function sealOneMore(world: TrailWorld, { db }: TestDatabase): Promise<void> {
  await inCommand(db, (tx) =>
    sql`update organizations set description = ${`changed ${randomBytes(4).toString('hex')}`} where id = ${world.organizationId}`.execute(
      tx,
    ),
  );
  await world.seal();
}

/** Heads of seals outside the database. */
export const anchorsAttacks: readonly Attack[] = [
  {
    title: 'a line of the anchors is cut out',
    act: async (world, database) => {
      await inCommand(database.db, (tx) =>
        sql`update organizations set description = 'x' where id = ${world.organizationId}`.execute(tx),
      );
      await world.seal();
      const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8').split('\n');
      fs.writeFileSync(anchorFile(world.dataDir), lines.slice(1).join('\n'));
      return ['anchor_changed seal 1'];
    },
  },
  {
    title: 'the file of anchors is taken away',
    act: async (world, database) => {
      await sealOneMore(world, database);
      fs.rmSync(anchorFile(world.dataDir));
      return ['anchor_missing anchors'];
    },
  },
  {
    title: 'the last lines of the anchors are cut off',
    act: async (world, database) => {
      await sealOneMore(world, database);
      await sealOneMore(world, database);
      const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8').trimEnd().split('\n');
      fs.writeFileSync(anchorFile(world.dataDir), `${lines.slice(0, -2).join('\n')}\n`);
      return [`anchor_changed seal ${String(lines.length - 1)}`];
    },
  },
  {
    title: 'a line of the anchors is signed with another key',
    act: async (world) => {
      const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8').trimEnd().split('\n');
      const last = JSON.parse(lines.at(-1) ?? '{}') as { body: string };
      const signature = sealingKeyOf(signingKeyFrom(randomBytes(32)))
        .sign(last.body)
        .toString('base64');
      fs.appendFileSync(anchorFile(world.dataDir), `${JSON.stringify({ ...last, signature })}\n`);
      return [`anchor_changed anchor line ${String(lines.length + 1)}`];
    },
  },
  {
    title: 'an older state of the database is put back, and a restore is claimed',
    act: async (world, database) => {
      await sql`select audit.record_access('test.read', 'users', 'u_1', '{}')`.execute(database.db);
      await world.seal();
      const { rows } = await database.admin.query<{ number: string; head: string }>(
        `select number, encode(head, 'hex') as head from audit.seals order by number desc limit 1`,
      );
      const number = String(rows[0]?.number);
      await tamper(
        database.admin,
        `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${number})::bigint[])`,
        `delete from audit.seals where number = ${number}`,
      );
      await inCommand(database.db, async () => undefined, {
        action: 'system.restore',
        origin: { lostHead: rows[0]?.head, lostHeadProof: Buffer.alloc(64).toString('base64') },
      });
      await world.seal();
      return [`seal_missing seal ${number}`];
    },
  },
];

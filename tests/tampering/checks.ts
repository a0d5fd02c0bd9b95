import { sql } from 'kysely';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { Attack } from './attack.ts';

interface Found {
  readonly run: number;
  readonly finding: number;
}

/** A check that found something, as the product writes it. */
async function findSomething(world: TrailWorld, { db }: TestDatabase): Promise<Found> {
  const found = await inCommand(db, async (tx) => {
    const { rows } = await sql<Found>`
      with run as (
        insert into verify_runs (kind, with_files, state, began_at, ended_at, clean, counts)
        values ('nightly', false, 'finished', now(), now(), false, '{}') returning id
      ),
      finding as (
        insert into verify_findings (run_id, position, kind, object, detail, identity)
        select id, 0, 'record_changed', 'users 1', 'as it is', repeat('a', 64) from run returning id
      )
      select run.id as run, finding.id as finding from run, finding`.execute(tx);
    return rows[0];
  });
  await world.seal();
  if (!found) throw new Error('nothing was found');
  return found;
}

/** What the checks of the installation themselves leave. */
export const checksAttacks: readonly Attack[] = [
  {
    title: 'a finding is deleted, so that no banner shows it',
    act: async (world, database) => {
      const { finding } = await findSomething(world, database);
      await tamper(database.admin, `delete from verify_findings where id = ${finding}`);
      return [`record_missing verify_findings ${finding}`];
    },
  },
  {
    title: 'a check is said to have found nothing',
    act: async (world, database) => {
      const { run } = await findSomething(world, database);
      await tamper(database.admin, `update verify_runs set clean = true where id = ${run}`);
      return [`record_changed verify_runs ${run}`];
    },
  },
  {
    title: 'a finding is said to be signed for',
    act: async (world, database) => {
      const { finding } = await findSomething(world, database);
      await tamper(
        database.admin,
        `insert into verify_acknowledgements (findings_hash, findings_count, reason, signed_by, signed_at)
         values (repeat('a', 64), 1, 'looked into it', '${world.people[0]}', now())`,
        `update verify_findings set acknowledgement_id = (select max(id) from verify_acknowledgements) where id = ${finding}`,
      );
      return [
        `record_changed verify_findings ${finding}`,
        'record_inserted verify_acknowledgements 1',
        'signature_invalid verify_acknowledgements 1',
      ];
    },
  },
  {
    title: 'the trail is said to be reviewed',
    act: async (world, database) => {
      await tamper(
        database.admin,
        `insert into trail_reviews (scope, filters, after_event, through_event, through_at, events, events_hash, seal_number, seal_head,
           conclusion, signed_by, signed_at)
         values ('all', '{}', 0, 1, now(), 1, repeat('a', 64), 1, repeat('a', 64), 'in order', '${world.people[0]}', now())`,
      );
      return ['record_inserted trail_reviews 1', 'signature_invalid trail_reviews 1'];
    },
  },
  {
    title: 'a check is invented that found nothing and lies in the future',
    act: async (world, database) => {
      const { run } = await findSomething(world, database);
      await tamper(
        database.admin,
        `insert into verify_runs (kind, with_files, state, began_at, ended_at, clean, counts)
         values ('weekly', true, 'finished', now() + interval '9 years', now() + interval '9 years', true, '{}')`,
      );
      return [`record_inserted verify_runs ${run + 1}`];
    },
  },
];

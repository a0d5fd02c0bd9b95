import type { Attack } from './attack.ts';
import { inCommand } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Triggers and functions that guard the records. */
export const guardsAttacks: readonly Attack[] = [
  {
    title: 'the triggers of a table are switched off',
    act: async (_world, { admin }) => {
      await admin.query('alter table training_records disable trigger audit_insert');
      return ['guard_missing trigger audit_insert on training_records'];
    },
  },
  {
    title: 'the function that writes the trail is emptied',
    act: async (world, { admin, db }) => {
      await admin.query(
        'create or replace function audit.update_training_assignments() returns trigger language plpgsql as $$ begin return null; end $$',
      );
      await inCommand(db, (tx) =>
        sql`update training_assignments set due_date = due_date + 30 where id = ${world.assignments[0]}`.execute(
          tx,
        ),
      );
      return [
        'guard_changed function audit.update_training_assignments',
        `record_changed training_assignments ${world.assignments[0]}`,
      ];
    },
  },
  {
    title: 'a trigger is made to call another function, and one to look away',
    act: async (_world, { admin }) => {
      await admin.query(
        'create function public.nothing() returns trigger language plpgsql as $$ begin return null; end $$',
      );
      await admin.query(
        'create or replace trigger audit_truncate before truncate on settings for each statement execute function public.nothing()',
      );
      await admin.query(
        'create or replace trigger append_only before update or delete on signatures for each row when (false) execute function audit.refuse_change()',
      );
      return [
        'guard_changed trigger audit_truncate on settings',
        'guard_changed trigger append_only on signatures',
      ];
    },
  },
];

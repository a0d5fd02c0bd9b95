import { inCommand, tamper } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';
import type { Attack } from './attack.ts';

/** Secrets by which people prove who they are. */
export const secretsAttacks: readonly Attack[] = [
  {
    title: 'the password of a person is replaced by one that the attacker knows',
    act: async (world, { admin, db }) => {
      const [person = ''] = world.people;
      await inCommand(db, (tx) =>
        sql`update users set password_hash = 'their own' where id = ${person}`.execute(tx),
      );
      await world.seal();
      await tamper(admin, `update users set password_hash = 'the attacker''s' where id = '${person}'`);
      return [`record_changed users ${person}`];
    },
  },
  {
    title: 'the password of one person is given to another',
    act: async (world, { admin, db }) => {
      const [one = '', other = ''] = world.people;
      await inCommand(db, (tx) =>
        sql`update users set password_hash = 'hash of ' || id where id in (${one}, ${other})`.execute(tx),
      );
      await world.seal();
      await tamper(
        admin,
        `update users set password_hash = (select password_hash from users where id = '${other}') where id = '${one}'`,
      );
      return [`record_changed users ${one}`];
    },
  },
  {
    title: 'the authenticator of a person is replaced',
    act: async (world, { admin, db }) => {
      const [person = ''] = world.people;
      await inCommand(db, (tx) =>
        sql`insert into authenticators (user_id, ciphertext, key_id) values (${person}, 'sealed', 'key')`.execute(
          tx,
        ),
      );
      await world.seal();
      await tamper(admin, `update authenticators set ciphertext = 'another' where user_id = '${person}'`);
      return [`record_changed authenticators ${person}`];
    },
  },
  {
    title: 'a recovery code is replaced',
    act: async (world, { admin, db }) => {
      const [person = ''] = world.people;
      await inCommand(db, (tx) =>
        sql`insert into recovery_codes (user_id, code_mac) values (${person}, ${'a'.repeat(64)})`.execute(tx),
      );
      await world.seal();
      const { rows } = await admin.query<{ id: string }>('select id from recovery_codes');
      await tamper(admin, `update recovery_codes set code_mac = repeat('b', 64)`);
      return [`record_changed recovery_codes ${String(rows[0]?.id)}`];
    },
  },
];

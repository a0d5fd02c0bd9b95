import { sessionMac } from '#server/domains/accounts/sessions.store.ts';
import { inCommand, tamper } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';
import { newestCommand, type Attack } from './attack.ts';

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
    title: 'a passkey is put in, and another is given to somebody else',
    act: async (world, { admin, db }) => {
      const [one = '', other = ''] = world.people;
      const insert = (person: string, credential: string): string =>
        `insert into passkeys (user_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at, mac)
         values ('${person}', '${credential}', 'key', 0, false, false, 'Laptop', now(), repeat('a', 64)) returning id`;
      // By a proper command, which the trail believes: its MAC gives it away.
      const { rows } = await inCommand(db, (tx) =>
        sql<{ id: number }>`${sql.raw(insert(one, 'by-command'))}`.execute(tx),
      );
      await world.seal();
      await tamper(admin, insert(other, 'past-the-trail').replace(' returning id', ''));
      const planted = await admin.query<{ id: number }>(
        `select id from passkeys where credential_id = 'past-the-trail'`,
      );
      return [
        `record_inserted passkeys ${String(rows[0]?.id)}`,
        `record_inserted passkeys ${String(planted.rows[0]?.id)}`,
      ];
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
  {
    title: 'a session is put into the database for an administrator',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `insert into sessions (sid, user_id, expire, absolute_expire, auth_method, mac)
         values (repeat('ab', 32), '${world.people[0]}', now() + interval '1 hour', now() + interval '1 hour', 'password', repeat('0', 64))`,
      );
      return ['record_inserted sessions abababab'];
    },
  },
  {
    title: 'the session of one person is given to another',
    act: async (world, { admin }) => {
      const [one = '', other = ''] = world.people;
      const sid = 'cd'.repeat(32);
      const mac = sessionMac(world.keys, { sid, userId: one, authMethod: 'password' });
      await tamper(
        admin,
        `insert into sessions (sid, user_id, expire, absolute_expire, auth_method, mac)
         values ('${sid}', '${one}', now() + interval '1 hour', now() + interval '1 hour', 'password', '${mac}')`,
      );
      if (!(await world.verify()).clean) throw new Error('an honest session was not believed');
      await tamper(admin, `update sessions set user_id = '${other}' where sid = '${sid}'`);
      return ['record_inserted sessions cdcdcdcd'];
    },
  },
  {
    title: 'a link that sets a password is put into the database',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `insert into one_time_tokens (kind, token_hash, user_id, expires_at)
         values ('password_reset', repeat('ef', 32), '${world.people[0]}', now() + interval '1 day')`,
      );
      const { rows } = await admin.query<{ id: string }>('select max(id) as id from one_time_tokens');
      return [`record_inserted one_time_tokens ${String(rows[0]?.id)}`];
    },
  },
  {
    title: 'an API token is put into the database',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `insert into api_tokens (name, token_hash, ending, scopes, last_day, created_by, mac)
         values ('Planted', repeat('ef', 32), 'abcd', '{audit.view}', now() + interval '1 day', '${world.people[0]}', repeat('0', 64))`,
      );
      const { rows } = await admin.query<{ id: string }>('select max(id) as id from api_tokens');
      return [`record_inserted api_tokens ${String(rows[0]?.id)}`];
    },
  },
  {
    title: 'a password that the application did not give is written by a command',
    act: async (world, { admin, db }) => {
      const [person = ''] = world.people;
      await inCommand(db, (tx) => sql`update users set password_hash = null`.execute(tx));
      await inCommand(db, async () => undefined, { action: 'system.passwords-proven' });
      await inCommand(
        db,
        (tx) => sql`update users set password_hash = 'the attacker''s' where id = ${person}`.execute(tx),
        { keys: null },
      );
      await world.seal();
      return [`command_unproven event ${await newestCommand(admin)}`, `record_changed users ${person}`];
    },
  },
  {
    title: 'a session is made with a former secret',
    act: async (world, { admin }) => {
      const [person = ''] = world.people;
      const former = await world.rotate();
      const sid = 'ab'.repeat(32);
      const mac = sessionMac(former, { sid, userId: person, authMethod: 'password' });
      await tamper(
        admin,
        `insert into sessions (sid, user_id, expire, absolute_expire, auth_method, mac)
         values ('${sid}', '${person}', now() + interval '1 hour', now() + interval '1 hour', 'password', '${mac}')`,
      );
      return ['record_inserted sessions abababab'];
    },
  },
];

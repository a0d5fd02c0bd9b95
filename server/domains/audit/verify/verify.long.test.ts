import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { insertRecord } from '#server/domains/assignments/index.ts';
import { proofOf } from '#server/domains/signatures/index.ts';
import { anchorFile } from '../anchors.ts';
import { sql } from 'kysely';

/** What an attacker does, and what `verify` must say; each in a database of its own. */
interface Attack {
  readonly title: string;
  readonly act: (world: TrailWorld, database: TestDatabase) => Promise<readonly string[]>;
}

const eventOf = async (
  database: TestDatabase,
  objectType: string,
  objectId: number | string,
): Promise<number> => {
  const { rows } = await database.admin.query<{ id: string }>(
    'select id from audit.events where object_type = $1 and object_id = $2 order by id limit 1',
    [objectType, String(objectId)],
  );
  return Number(rows[0]?.id);
};

/** Puts a second signature under a record through a command that the trail believes, as the application's role can. */
async function forge(
  world: TrailWorld,
  db: TestDatabase['db'],
  { claimsKey = false }: { readonly claimsKey?: boolean },
): Promise<number> {
  return inCommand(db, async (tx) => {
    const { keyId, ...own } = await tx
      .selectFrom('signatures')
      .select(['recordType', 'recordId', 'recordHash', 'contentHash', 'signerId', 'printedName', 'signedAt'])
      .select(['timeZone', 'statementVersion', 'authMethod', 'agreementVersion', 'keyId'])
      .where('id', '=', world.signatures[0] ?? 0)
      .executeTakeFirstOrThrow();
    const forged = { ...own, meaningCode: 'forged', meaning: 'I approve of it' };
    const { keyId: foreignKey, ...proof } = proofOf({ secretKey: Buffer.alloc(48, 'foreign') }, forged);
    const made = await tx
      .insertInto('signatures')
      .values({ ...forged, ...proof, keyId: claimsKey ? keyId : foreignKey })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

/** Puts a completion of a new cycle into the database through a command: its bytes fit, nobody signed it. */
async function forgeRecord(world: TrailWorld, db: TestDatabase['db']): Promise<number> {
  return inCommand(db, async (tx) => {
    const { rows } = await sql<{ assignmentId: number; id: number; now: Date; content: string }>`
      with made as (
        insert into training_assignments (user_id, module_id, module_version_id, cycle)
        values (${world.people[0]}, ${world.moduleId}, ${world.versionId}, 2) returning id
      )
      select made.id as assignment_id, nextval(pg_get_serial_sequence('training_records', 'id'))::int as id,
        date_trunc('milliseconds', app_now()) as now, v.content_hash as content
      from made, module_versions v where v.id = ${world.versionId}`.execute(tx);
    const [made] = rows;
    if (!made) throw new Error('nothing was made');
    await insertRecord(
      { db: tx },
      {
        id: made.id,
        assignmentId: made.assignmentId,
        organizationId: null,
        cycle: 2,
        userId: world.people[0] ?? '',
        moduleId: world.moduleId,
        moduleTitle: 'Module',
        moduleReference: null,
        moduleVersionId: world.versionId,
        versionNumber: 1,
        versionHash: made.content,
        completionPolicy: 'signed',
        score: 100,
        passingScore: null,
        completedAt: made.now,
        timeZone: 'UTC',
        expiresOn: null,
        renewalAnchor: null,
        kind: 'completion',
        recordedBy: null,
        reason: null,
      },
    );
    return made.id;
  });
}

/** Ways to cheat as the superuser → `kind object` of what has to be found, among others. */
const attacks: readonly Attack[] = [
  {
    title: 'a completion date is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update training_records set completed_at = completed_at - interval '1 day' where id = ${world.records[0]}`,
      );
      return [`record_changed training_records ${world.records[0]}`];
    },
  },
  {
    title: 'a due date is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update training_assignments set due_date = '2027-01-01' where id = ${world.assignments[1]}`,
      );
      return [`record_changed training_assignments ${world.assignments[1]}`];
    },
  },
  {
    title: 'a printed name is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update signatures set printed_name = 'Somebody Else' where id = ${world.signatures[0]}`,
      );
      return [
        `record_changed signatures ${world.signatures[0]}`,
        `signature_invalid signatures ${world.signatures[0]}`,
      ];
    },
  },
  {
    title: 'a signature is forged by a proper command, with hashes that fit and a MAC of another key',
    act: async (world, { db }) => {
      const id = await forge(world, db, {});
      return [`signature_invalid signatures ${id}`];
    },
  },
  {
    title: 'a signature is forged that claims the key of the installation',
    act: async (world, { db }) => {
      const id = await forge(world, db, { claimsKey: true });
      return [`signature_invalid signatures ${id}`];
    },
  },
  {
    title: 'a completion is forged by a proper command, without a signature',
    act: async (world, { db }) => {
      const id = await forgeRecord(world, db);
      return [`signature_invalid training_records ${id}`];
    },
  },
  {
    title: 'a signature is moved to another record',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `delete from signatures where id = ${world.signatures[1]}`,
        `update signatures set record_id = ${world.records[1]} where id = ${world.signatures[0]}`,
      );
      return [
        `record_changed signatures ${world.signatures[0]}`,
        `signature_invalid signatures ${world.signatures[0]}`,
        `signature_invalid training_records ${world.records[0]}`,
        `record_missing signatures ${world.signatures[1]}`,
      ];
    },
  },
  {
    title: 'a completion is deleted',
    act: async (world, { admin }) => {
      await tamper(admin, `delete from training_records where id = ${world.records[2]}`);
      return [`record_missing training_records ${world.records[2]}`];
    },
  },
  {
    title: 'an assignment is inserted',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `insert into training_assignments (id, user_id, module_id, cycle) overriding system value
         values (900001, '${world.people[0]}', ${world.moduleId}, 7)`,
      );
      return ['record_inserted training_assignments 900001'];
    },
  },
  {
    title: 'a record is changed, and later changed again by the product',
    act: async (world, { admin, db }) => {
      const id = world.assignments[0] ?? 0;
      await tamper(admin, `update training_assignments set score = 100 where id = ${id}`);
      await inCommand(db, (tx) =>
        sql`update training_assignments set score = 95 where id = ${id}`.execute(tx),
      );
      return [
        `history_broken training_assignments ${id}`,
        `record_changed training_records ${world.records[0]}`,
      ];
    },
  },
  {
    title: 'the header of an event is changed together with its columns',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      await tamper(
        database.admin,
        `update audit.events set actor_id = 'u_other', header = replace(header, '"actor":null', '"actor":"u_other"') where id = ${id}`,
      );
      return [`event_changed event ${id}`];
    },
  },
  {
    title: 'the columns of an event are changed',
    act: async (world, database) => {
      const id = await eventOf(database, 'signatures', world.signatures[0] ?? 0);
      await tamper(database.admin, `update audit.events set at = at - interval '1 hour' where id = ${id}`);
      return [`event_columns_changed event ${id}`];
    },
  },
  {
    title: 'record and payload of its event are changed alike',
    act: async (world, database) => {
      const record = world.records[1] ?? 0;
      const id = await eventOf(database, 'training_records', record);
      await tamper(
        database.admin,
        `update training_records set score = 100 where id = ${record}`,
        `update audit.events set payload = replace(payload, '"score":90', '"score":100') where id = ${id}`,
      );
      return [`event_payload_changed event ${id}`, `record_changed training_records ${record}`];
    },
  },
  {
    title: 'record, payload and payload hash are changed alike',
    act: async (world, database) => {
      const record = world.records[1] ?? 0;
      const id = await eventOf(database, 'training_records', record);
      await tamper(
        database.admin,
        `update training_records set score = 100 where id = ${record}`,
        `update audit.events set payload = replace(payload, '"score":90', '"score":100') where id = ${id}`,
        `update audit.events set payload_hash = sha256(salt || convert_to(payload, 'UTF8')) where id = ${id}`,
      );
      return [`event_changed event ${id}`, `record_changed training_records ${record}`];
    },
  },
  {
    title: 'a payload is taken away as if redacted',
    act: async (world, database) => {
      const id = await eventOf(database, 'users', world.people[0] ?? '');
      await tamper(
        database.admin,
        `update audit.events set payload = null, salt = null, residual = '{}' where id = ${id}`,
      );
      return [`event_payload_removed event ${id}`];
    },
  },
  {
    title: 'an event is deleted',
    act: async (world, database) => {
      const id = await eventOf(database, 'files', world.fileId);
      await tamper(database.admin, `delete from audit.events where id = ${id}`);
      return [`event_missing event ${id}`, `record_inserted files ${world.fileId}`];
    },
  },
  {
    title: 'an event is inserted among sealed ones',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      await tamper(
        database.admin,
        `insert into audit.events select 990001, xid, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id,
           object_type, object_id, outcome, replace(header, '"id":${id},', '"id":990001,'), salt, payload, payload_hash, residual
         from audit.events where id = ${id}`,
      );
      return ['event_inserted event 990001', `history_broken training_records ${world.records[0]}`];
    },
  },
  {
    title: 'two events change places',
    act: async (world, database) => {
      const first = await eventOf(database, 'training_records', world.records[0] ?? 0);
      const second = await eventOf(database, 'training_records', world.records[1] ?? 0);
      await tamper(
        database.admin,
        `update audit.events set id = -1 where id = ${first}`,
        `update audit.events set id = ${first}, header = replace(header, '"id":${second},', '"id":${first},') where id = ${second}`,
        `update audit.events set id = ${second}, header = replace(header, '"id":${first},', '"id":${second},') where id = -1`,
      );
      return [`event_changed event ${first}`, `event_changed event ${second}`];
    },
  },
  {
    title: 'an event is moved behind the sealed ones',
    act: async (world, database) => {
      const id = await eventOf(database, 'signatures', world.signatures[0] ?? 0);
      await tamper(
        database.admin,
        `update audit.events set xid = (select max(to_xid) from audit.seals) where id = ${id}`,
        `update audit.events set header = regexp_replace(header, '"xid":"[0-9]+"', format('"xid":"%s"', xid)) where id = ${id}`,
      );
      return [`event_missing event ${id}`];
    },
  },
  {
    title: 'a seal is flipped',
    act: async (_world, { admin }) => {
      await tamper(
        admin,
        `update audit.seals set root = set_byte(root, 0, get_byte(root, 0) # 1) where number = 1`,
      );
      return ['seal_changed seal 1'];
    },
  },
  {
    title: 'the text of a seal is changed with its head',
    act: async (_world, { admin }) => {
      await tamper(
        admin,
        `update audit.seals set body = replace(body, '"kind":"regular"', '"kind":"continuation"'), kind = 'continuation' where number = 1`,
        `update audit.seals set head = sha256('\\x02'::bytea || convert_to(body, 'UTF8')) where number = 1`,
      );
      return ['seal_signature seal 1', 'seal_missing seal 1'];
    },
  },
  {
    title: 'an event is deleted and taken out of its seal',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      const { rows } = await database.admin.query<{ number: string }>(
        'select number from audit.seals where $1 = any (event_ids)',
        [id],
      );
      await tamper(
        database.admin,
        `delete from audit.events where id = ${id}`,
        `update audit.seals s set event_ids = array_remove(event_ids, ${id}), event_count = event_count - 1, leaves = (
           select string_agg(substring(s.leaves from (32 * (n - 1) + 1)::integer for 32), ''::bytea order by n)
           from unnest(s.event_ids) with ordinality e (id, n) where e.id <> ${id}) where ${id} = any (event_ids)`,
      );
      return [
        `seal_changed seal ${String(rows[0]?.number)}`,
        `record_inserted training_records ${world.records[0]}`,
      ];
    },
  },
  {
    title: 'the newest seal is cut off with its events',
    act: async (world, database) => {
      await inCommand(database.db, (tx) =>
        sql`update organizations set description = 'new' where id = ${world.organizationId}`.execute(tx),
      );
      await world.seal();
      const { rows } = await database.admin.query<{ number: string }>(
        'select max(number) as number from audit.seals',
      );
      const last = Number(rows[0]?.number);
      await tamper(
        database.admin,
        `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${last})::bigint[])`,
        `delete from audit.seals where number = ${last}`,
      );
      return [`seal_missing seal ${last}`, `record_changed organizations ${world.organizationId}`];
    },
  },
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
    title: 'a stored file is swapped',
    act: async (world) => {
      for (const key of world.fileBytes.keys()) world.fileBytes.set(key, Buffer.from('other bytes'));
      return [`file_changed file ${world.fileId}`];
    },
  },
  {
    title: 'a stored file is gone',
    act: async (world) => {
      world.fileBytes.clear();
      return [`file_missing file ${world.fileId}`];
    },
  },
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
  {
    title: 'the clock is moved',
    act: async (_world, database) => {
      await database.moveClock({ days: -3 });
      return ['clock_moved app_now()'];
    },
  },
];

describe('[AUD-02] verify', () => {
  let database: TestDatabase;
  let world: TrailWorld;
  beforeAll(async () => {
    database = await createTestDatabase();
    world = await createTrailWorld(database);
  });
  afterAll(async () => {
    world.cleanUp();
    await database.drop();
  });

  test('[AUD-02] says clean for a database that nobody touched, also after more commands', async () => {
    await inCommand(database.db, async (tx) => {
      await sql`update users set job_title = 'Project Manager', password_hash = 'another' where id = ${world.people[0]}`.execute(
        tx,
      );
      await sql`update training_assignments set status = 'voided', voided_at = app_now(), voided_reason = 'no' where id = ${world.assignments[2]}`.execute(
        tx,
      );
      await sql`insert into settings (key, value) values ('a', '{"b": [1, 2.5, null, "ü\\n"]}')`.execute(tx);
    });
    await inCommand(database.db, async (tx) => {
      await sql`update settings set value = '[]' where key = 'a'`.execute(tx);
      await sql`delete from settings where key = 'a'`.execute(tx);
    });
    const unsealed = await world.verify();
    expect(unsealed.findings).toEqual([]);
    expect(unsealed.notices.map((notice) => notice.kind)).toEqual(['unsealed']);
    await world.seal();
    const report = await world.verify();
    expect(report).toMatchObject({ clean: true, findings: [], notices: [] });
    expect(report.checked.events).toBeGreaterThan(40);
    expect(report.checked.records).toBeGreaterThan(30);
  });
});

describe('[AUD-02] verify names what a superuser did (T25)', () => {
  test.each(attacks)('[AUD-02] $title', async ({ act }) => {
    const database = await createTestDatabase();
    const world = await createTrailWorld(database);
    try {
      const expected = await act(world, database);
      const report = await world.verify();
      expect(report.clean).toBe(false);
      const found = new Set(report.findings.map(({ kind, object }) => `${kind} ${object}`));
      expect([...found].toSorted()).toEqual([...expected].toSorted());
    } finally {
      world.cleanUp();
      await database.drop();
    }
  });
});

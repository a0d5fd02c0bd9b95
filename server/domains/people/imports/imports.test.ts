import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFields } from '#shared/domain/people/import/fields.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  checkedPeople,
  confirmPeople,
  importPeople,
  readImport,
  rowsOf,
  uploadPeople,
} from '#tests/harness/people-import.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { carryOutImport } from './carry-out-import.ts';
import { checkImport } from './check-import.ts';
import { sweepImportsJob } from './imports.jobs.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 2);
  ({ admin } = world);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Small files of the kinds that other systems write. */
const kinds: readonly (readonly [string, string | Buffer, object])[] = [
  [
    'of Claroline: semicolons, lists with commas',
    'id;email;firstName;lastName;plainPassword;groups.name\n9;kim@kinds.example;Kim;Kay;secret;G1,G2\n',
    { secretColumns: [4], lost: null, encoding: 'utf-8' },
  ],
  [
    'of Excel: Unicode text with tabs',
    Buffer.from('\ufeffFirst Name\tLast Name\tEmail\nLee\tLöw\tlee@kinds.example\n', 'utf16le'),
    { lost: null, encoding: 'utf-16le' },
  ],
  [
    'of Moodle: a column of passwords',
    'username,password,firstname,lastname,email\nmo,pass-one,Mo,May,mo@kinds.example\n',
    { secretColumns: [1], lost: null },
  ],
  [
    'with a mark, quoted commas and empty cells',
    '\ufeffFirst Name,Last Name,Email,Location,Phone\nNed,Noe,ned@kinds.example,"Braun, Ull and O\'Hara",""\n',
    { lost: null },
  ],
  ['with CR as line end', 'email,first_name,last_name\rola@kinds.example,Ola,Orr\r', { lost: null }],
  [
    'with quotation marks within cells and a lost character',
    'email,first_name,last_name,place\npat@kinds.example,Pat,Poe,37\ufffd36\'37.8"N\n',
    { lost: { line: 2, column: 29 } },
  ],
];
test.each(kinds)('[USR-06] a file %s ends with one new person', async (_, bytes, uploaded) => {
  const checked = await checkedPeople(server.services, admin, bytes, place());
  expect(checked).toMatchObject({
    ...uploaded,
    state: 'checked',
    rowCount: 1,
    figures: { created: 1, bad: 0 },
  });
  expect(JSON.stringify(checked.samples)).not.toMatch(/secret|pass-one/);
});

test('[USR-06] a file of an inventory is imported once the columns that mean something else are mapped to nothing', async () => {
  const file = `\ufeffFirst Name,Last Name,Email,Activated,Address,Job Title,Notes,Employee Number,Company,Manager
Uma,Ude,uma@inventory.example,true,"1, Main Street",Nurse,ac tellus,"",Acme Supplies,Uma Ude
Vic,,,true,,,,,,
`;
  const asProposed = await checkedPeople(server.services, admin, file, place());
  const bad = await rowsOf(admin, asProposed.id, 'bad');
  expect(bad.map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
    ['import_organization_unknown', 'import_manager_self'],
    ['import_name_missing', 'import_key_missing'],
  ]);
  const corrected = file.replace(/^Vic.*$/m, '');
  const mapped = await checkedPeople(server.services, admin, corrected, place(), ['organization', 'manager']);
  expect(mapped.figures).toMatchObject({ created: 1, bad: 0 });
});

interface Person {
  readonly email: string;
  readonly externalId: string | null;
  readonly firstName: string;
  readonly role: string;
  readonly manager: string | null;
  readonly department: string | null;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
  readonly hasPassword: boolean;
  readonly trainings: number;
}

const peopleAt = async (domain: string): Promise<readonly Person[]> => {
  const { rows } = await sql<Person>`
    select u.email, u.external_id, u.first_name, u.role, m.email as manager, d.name as department, u.job_title, u.is_active,
      u.password_hash is not null as has_password, (select count(*)::int from training_assignments a
        where a.user_id = u.id and a.status <> 'voided') as trainings
    from users u left join users m on m.id = u.manager_id left join departments d on d.id = u.department_id
    where u.email like ${`%@${domain}`} order by u.email`.execute(db.db);
  return rows;
};
const place = () => ({ organizationId: world.organization.id, createDepartments: true });
const run = (...asked: [string | Buffer, ...unknown[]]) =>
  importPeople(server.services, admin, ...(asked as [string]));

test('[USR-06] a file of people is uploaded, checked, confirmed and carried out; the same file again changes nothing', async () => {
  await createMatrix(world, await createTextModules(server.services, 2));
  const file = [
    'email,first_name,last_name,department,job_title,manager,external_id',
    `ann@first.example,Ann,Ames,${world.department.name},Chef,ben@first.example,1`,
    'ben@first.example,Ben,Boss,Kitchen,,cid@first.example,2',
    'cid@first.example,Cid,Chief,,,,3',
  ].join('\n');
  const checked = await checkedPeople(server.services, admin, file, place());
  expect(checked).toMatchObject({ state: 'checked', rowCount: 3 });
  expect(checked.figures).toMatchObject({
    created: 3,
    bad: 0,
    newManagers: 2,
    newDepartments: 1,
    departmentNames: ['Kitchen'],
    jobTitleNames: ['Chef'],
    trainings: { assigned: 2, people: 1, withdrawn: 0 },
  });
  expect(await peopleAt('first.example')).toEqual([]);
  expect((await confirmPeople(admin, checked)).status).toBe(200);
  await carryOutImport(server.services, checked.id);
  const done = await readImport(admin, checked.id);
  expect(done).toMatchObject({ state: 'done', figures: checked.figures, samples: [] });
  expect(await peopleAt('first.example')).toMatchObject([
    {
      email: 'ann@first.example',
      manager: 'ben@first.example',
      role: 'learner',
      jobTitle: 'Chef',
      trainings: 2,
      externalId: '1',
    },
    {
      email: 'ben@first.example',
      manager: 'cid@first.example',
      role: 'manager',
      department: 'Kitchen',
      trainings: 0,
    },
    { email: 'cid@first.example', manager: null, role: 'manager', hasPassword: false },
  ]);
  expect(await rowsOf(admin, checked.id, 'created')).toMatchObject([{ line: 2, name: 'Ann Ames' }, {}, {}]);
  const again = await checkedPeople(server.services, admin, file, place());
  expect(again.figures).toMatchObject({
    unchanged: 3,
    created: 0,
    changed: 0,
    moved: 0,
    newDepartments: 0,
    newManagers: 0,
  });
  const events = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*)::int as count from audit.events where object_type = 'users'`.execute(db.db)
    ).rows[0]?.count;
  const before = await events();
  expect((await confirmPeople(admin, again)).status).toBe(200);
  await carryOutImport(server.services, again.id);
  expect((await readImport(admin, again.id)).state).toBe('done');
  expect(await events()).toBe(before);
});

test('[USR-06] [AUD-01] the trail has one event per person, as for single changes, and the import with the hash of its file', async () => {
  const done = await run('email,first_name,last_name\na@trail.example,A,A\nb@trail.example,B,B\n', place());
  const { rows } = await db.admin.query<{ type: string; action: string; events: number; actor: string }>(
    `with last as (select max(id) as id from audit.events where action = 'people.imported' and kind = 'command')
     select coalesce(object_type, 'command') as type, action, count(*)::int as events, min(actor_id) as actor
     from audit.events e, last where e.command_id = last.id or e.id = last.id
     group by 1, 2 having coalesce(object_type, 'command') in ('command', 'users', 'people_imports') order by 1`,
  );
  const common = { action: 'people.imported', actor: world.adminUser.id };
  expect(rows).toEqual([
    { ...common, type: 'command', events: 1 },
    { ...common, type: 'people_imports', events: 1 },
    { ...common, type: 'users', events: 2 },
  ]);
  const { rows: told } = await db.admin.query<{ payload: string }>(
    `select payload from audit.events where object_type = 'people_imports' and object_id = $1 and kind = 'insert'`,
    [String(done.id)],
  );
  expect(told[0]?.payload).toContain(done.fileSha256);
});

test('[USR-06] people are changed, moved, deactivated and activated by email or external ID, with the same effects as single changes', async () => {
  await run(
    'email,first_name,last_name,department,external_id\na@move.example,A,A,,M1\nb@move.example,B,B,,M2\nc@move.example,C,C,,M3\n',
    place(),
  );
  const [first] = await rowsOf(
    admin,
    (await admin.get<{ id: number }[]>('/api/people-imports')).body[0]?.id ?? 0,
    'created',
  );
  const changes = [
    'external_id,email,first_name,last_name,department,active',
    `M1,new@move.example,Ada,A,${world.department.name},yes`,
    'M2,,B,B,,no',
    'M3,c@move.example,C,C,,',
  ].join('\n');
  const done = await run(changes, place());
  expect(done.figures).toMatchObject({
    moved: 1,
    deactivated: 1,
    unchanged: 1,
    changedEmails: 1,
    trainings: { assigned: 2 },
  });
  expect(await peopleAt('move.example')).toMatchObject([
    { email: 'b@move.example', isActive: false },
    { email: 'c@move.example' },
    { email: 'new@move.example', firstName: 'Ada', trainings: 2 },
  ]);
  expect(first?.userId).toMatch(/^u_/);
  const back = await run(
    'email,first_name,last_name,department,active\nb@move.example,B,B,,yes\nnew@move.example,Ada,A,,yes\n',
    place(),
  );
  expect(back.figures).toMatchObject({ reactivated: 1, moved: 1, trainings: { withdrawn: 2 } });
});

test('[USR-06] [R-SEC-15] every wrong cell is listed with line, column, value and reason, as a screen and as a file; then nothing can be imported', async () => {
  const file =
    'Mail;First name;Surname;Boss;Manager\nok@bad.example;A;A;;\nno address;=1+1;;;none@bad.example\n-@bad.example;\u202EBo\u00A0 \u200BBo;B;;\n';
  const checked = await checkedPeople(server.services, admin, file, place());
  expect(checked.figures).toMatchObject({ bad: 1, created: 2, trainings: { assigned: 0 } });
  // Names are shown as they will be stored.
  expect((await rowsOf(admin, checked.id, 'created')).map(({ name }) => name)).toEqual(['A A', 'Bo Bo B']);
  const [bad] = await rowsOf(admin, checked.id, 'bad');
  expect(bad).toMatchObject({
    line: 3,
    problems: [
      { column: 'Mail', field: 'email', value: 'no address', reason: 'import_email_invalid' },
      { column: 'First name', value: '=1+1', reason: 'import_formula' },
      { column: 'Surname', value: '', reason: 'import_name_missing' },
      { column: 'Manager', value: 'none@bad.example', reason: 'import_manager_unknown' },
    ],
  });
  const { body } = await admin.get<string>(`/api/people-imports/${String(checked.id)}/problems.csv`);
  expect(body).toContain("3,First name,'=1+1,The text looks like a formula.,import_formula");
  const refused = await confirmPeople(admin, checked);
  expect(refused).toMatchObject({ status: 409, body: { code: 'ILLEGAL_STEP', reason: 'import_rows_bad' } });
});

test('[USR-06] [USR-08] an address that somebody else signed in with is refused at its row, and its person gets it back', async () => {
  const former = await createUser(server.services, { email: 'alias@former.example' });
  const heir = await createUser(server.services);
  await signIn(server.client(), former);
  const change = (id: string, fields: object) =>
    admin.patch(`/api/users/${id}`, { ...fields, reason: 'Left' });
  await change(former.id, { email: 'own@former.example', externalId: 'F-1' });
  await change(heir.id, { externalId: 'F-2' });
  const file = (id: string) => `external_id,email\n${id},Alias@former.example\n`;
  const refused = await checkedPeople(server.services, admin, file('F-2'), place());
  expect(await rowsOf(admin, refused.id, 'bad')).toMatchObject([
    { line: 2, userId: heir.id, problems: [{ column: 'email', reason: 'import_email_retired' }] },
  ]);
  expect((await importPeople(server.services, admin, file('F-1'), place())).figures).toMatchObject({
    changedEmails: 1,
  });
});

test('[USR-06] new departments that the database holds for the same, such as İstanbul and istanbul, become one', async () => {
  const names = ['İstanbul', 'istanbul', 'ΟΔΟΣ', 'οδοσ'];
  const file = names.map((name, at) => `d${String(at)}@same.example,D,D,${name}\n`).join('');
  const done = await importPeople(
    server.services,
    admin,
    `email,first_name,last_name,department\n${file}`,
    place(),
  );
  expect(done).toMatchObject({ state: 'done', figures: { created: 4, newDepartments: 2 } });
});

test('[USR-06] passwords in a file are never stored, nor are its bytes', async () => {
  const file =
    'username,password,firstname,lastname,email\njonest,verysecret,Tom,Jones,jonest@secret.example\n';
  const { body } = await uploadPeople(admin, file);
  expect(body).toMatchObject({
    secretColumns: [1],
    samples: [['jonest', '', 'Tom', 'Jones', 'jonest@secret.example']],
  });
  expect(body.mapping).toEqual({ email: 4, first_name: 2, last_name: 3 });
  const { rows } = await sql`select 1 from people_import_rows where cells::text like '%verysecret%'`.execute(
    db.db,
  );
  const { rows: files } = await sql`select 1 from files`.execute(db.db);
  expect([rows, files]).toEqual([[], []]);
});

test('[USR-06] a mapping is kept for the next file with the same headings', async () => {
  const file = 'Key,Foo,Bar\na@kept.example,A,B\n';
  const { body: first } = await uploadPeople(admin, file);
  expect(first.mapping).toEqual({});
  const params = { params: { id: String(first.id) } };
  const mapping = { email: 0, first_name: 1, last_name: 2 };
  const path = `/api/people-imports/${params.params.id}/check`;
  const wrong = await admin.post(path, { mapping: { role: 1 }, options: first.options });
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'mapping', reason: 'import_needs_key' }] },
  });
  expect((await admin.post(path, { mapping, options: { ...first.options, ...place() } })).status).toBe(200);
  await checkImport(server.services, first.id);
  const { body: second } = await uploadPeople(admin, file);
  expect(second).toMatchObject({ mapping, options: { createDepartments: true, completeFile: false } });
});

test('[USR-06] a complete file proposes who is missing, and deactivates them only where that is confirmed', async () => {
  const { id: organizationId } = await createOrganization(server.services);
  const stays = await createUser(server.services, { organizationId, email: 'stays@full.example' });
  await createUser(server.services, { organizationId, email: 'gone@full.example' });
  const file = `email,first_name,last_name\n${stays.email},${stays.firstName},${stays.lastName}\n`;
  const options = { organizationId, completeFile: true };
  const checked = await checkedPeople(server.services, admin, file, options);
  const missing = await rowsOf(admin, checked.id, 'missing');
  expect(missing.map(({ email }) => email)).toContain('gone@full.example');
  expect(checked.figures?.missing).toBe(missing.length);
  const activity = async () => (await peopleAt('full.example')).map(({ isActive }) => isActive);
  await confirmPeople(admin, checked);
  await carryOutImport(server.services, checked.id);
  expect(await activity()).toEqual([true, true]);
  await run(file, options, { deactivateMissing: true });
  expect(await activity()).toEqual([false, true]);
});

test('[USR-06] what was confirmed is what happens: a plan that has changed is refused, and checked anew', async () => {
  const file = 'email,first_name,last_name\nx@race.example,X,X\n';
  const first = await checkedPeople(server.services, admin, file, place());
  const second = await checkedPeople(server.services, admin, file, place());
  await confirmPeople(admin, first);
  await confirmPeople(admin, second);
  const stale = await confirmPeople(admin, { ...first, planHash: 'f'.repeat(64) });
  expect(stale.status).toBe(409);
  await Promise.all([carryOutImport(server.services, first.id), carryOutImport(server.services, second.id)]);
  const states = await Promise.all([first, second].map(async ({ id }) => readImport(admin, id)));
  const again = states.find(({ state }) => state === 'checking');
  expect(states.map(({ state }) => state).toSorted()).toEqual(['checking', 'done']);
  await checkImport(server.services, again?.id ?? 0);
  expect(await readImport(admin, again?.id ?? 0)).toMatchObject({
    state: 'checked',
    changedSince: true,
    figures: { unchanged: 1 },
  });
  expect(await peopleAt('race.example')).toHaveLength(1);
  const other = await confirmPeople(admin, { ...first, id: again?.id ?? 0 });
  expect(other).toMatchObject({ status: 409, body: { code: 'EFFECT_CHANGED' } });
});

test('[USR-06] an import is cancelled at any time before its end, and nothing stays', async () => {
  const checked = await checkedPeople(
    server.services,
    admin,
    'email,first_name,last_name\nx@cancel.example,X,X\n',
    place(),
  );
  await confirmPeople(admin, checked);
  const path = `/api/people-imports/${String(checked.id)}/cancel`;
  expect((await admin.post(path)).body).toMatchObject({ state: 'cancelled', samples: [] });
  await carryOutImport(server.services, checked.id);
  expect(await peopleAt('cancel.example')).toEqual([]);
  expect(await rowsOf(admin, checked.id)).toEqual([]);
  expect(await admin.post(path)).toMatchObject({ status: 409, body: { reason: 'import_ended' } });
});

test('[USR-06] [USR-08] an erasure takes the person out of imports that wait, and gives these up', async () => {
  await run('email,first_name,last_name,external_id\nerase@erase.example,Eve,Erased,E1\n', place());
  const waiting = await checkedPeople(
    server.services,
    admin,
    'email,first_name,last_name\nerase@erase.example,Eva,Erased\n',
    place(),
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from users where email = 'erase@erase.example'`.execute(db.db);
  const erased = await admin.post(`/api/users/${rows[0]?.id ?? ''}/erase`, { reason: 'Asked for it.' });
  expect(erased.status).toBe(200);
  expect(await readImport(admin, waiting.id)).toMatchObject({
    state: 'cancelled',
    problem: 'import_person_erased',
  });
  const left =
    await sql`select 1 from people_import_rows where user_id = ${rows[0]?.id} or cells::text like '%erase@%'
    union all select 1 from users where id = ${rows[0]?.id} and external_id is not null`.execute(db.db);
  expect(left.rows).toEqual([]);
});

test('[USR-06] an import that nobody confirms is given up after a week, and rows of old ones go', async () => {
  const file = 'email,first_name,last_name\nx@week.example,X,X\n';
  const done = await run(file, place());
  const waiting = await checkedPeople(server.services, admin, file, place());
  const lost = await checkedPeople(server.services, admin, file, place());
  await confirmPeople(admin, lost);
  await sweepImportsJob.run(server.services, {});
  expect((await readImport(admin, waiting.id)).state).toBe('checked');
  await db.moveClock({ days: 31 });
  try {
    await sweepImportsJob.run(server.services, {});
    const { rows } = await sql<{ state: string; problem: string | null; rows: number }>`
      select state, problem, (select count(*)::int from people_import_rows r where r.import_id = i.id) as rows
      from people_imports i where id = any(${[done.id, waiting.id, lost.id]}::int[]) order by id`.execute(
      db.db,
    );
    expect(rows).toEqual([
      { state: 'done', problem: null, rows: 0 },
      { state: 'cancelled', problem: 'import_expired', rows: 0 },
      { state: 'importing', problem: null, rows: 1 },
    ]);
  } finally {
    await db.moveClock({ days: 0 });
  }
});

test('[USR-06] the export has the same columns, and changes nothing when it is imported', async () => {
  const { body: csv } = await admin.get<string>('/api/people-export?format=csv');
  expect(csv.split('\r\n')[0]).toBe(importFields.join(','));
  const ofCsv = await checkedPeople(server.services, admin, csv);
  expect(ofCsv.figures).toMatchObject({ bad: 0, unchanged: ofCsv.rowCount });
  const { body: xlsx } = await admin.get<Buffer>('/api/people-export?format=xlsx');
  const ofXlsx = await checkedPeople(server.services, admin, xlsx);
  expect(ofXlsx).toMatchObject({
    format: 'xlsx',
    rowCount: ofCsv.rowCount,
    figures: { bad: 0, unchanged: ofCsv.rowCount },
  });
});

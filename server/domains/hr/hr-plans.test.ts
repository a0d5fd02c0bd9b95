import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { hrActivity } from './activity.queries.ts';
import { listAgreements } from './agreements.queries.ts';
import { cvFigures, listCvs } from './cvs.queries.ts';
import { listActivePeople } from './people.ts';
import { openReading } from './readers.queries.ts';

const people = 4000;
/** Of each hundred people, so many have an expired CV, and so many have not read their document. */
const [expired, open] = [5, 10];
/** Rows that may be looked at for each person: it was eight for the list of everybody, and one and a half for the documents of everybody. */
const [mostForExpired, mostForReading] = [2, 1];
/** Rows that may be looked at whatever the number of people: for the states of all CVs, and for a page of people. */
const [mostForStates, mostForPage] = [200, 400];
/** For two pages of CVs in some states, of which five in a hundred people have one of the second. */
const mostAlongNames = 2000;
/** For a search in agreements that finds one. */
const mostForSearch = 200;
/** For the latest activity, whatever the number of CVs and of agreements. */
const mostForActivity = 5000;

let database: TestDatabase;

/** Four organizations with a document that everybody is asked to read; everybody has a signed CV. */
beforeAll(async () => {
  database = await createTestDatabase();
  await fillInBulk(database, [
    `insert into organizations (name, slug) select 'Site ' || n, 'site-' || n from generate_series(1, 4) n`,
    `insert into users (id, email, first_name, last_name, organization_id)
     select 'u_' || lpad(n::text, 5, '0'), 'person' || n || '@plan.example', 'First', 'Last' || lpad(n::text, 5, '0'), 1 + n % 4
     from generate_series(1, ${String(people)}) n`,
    `insert into files (sha256, size, mime) values (repeat('0', 64), 1, 'application/pdf')`,
    `insert into hr_documents (kind, person_id) select 'cv', id from users order by id`,
    `insert into hr_documents (kind, organization_id, title, category) select 'organization', id, 'Handbook', 'handbook' from organizations`,
    `insert into hr_agreements (organization_id, title, kind, party_user_id, starts_on, status, sent_at, activated_at, terminated_at)
     select organization_id, 'Agreement of ' || id, 'services', id, current_date, case when n % 3 = 0 then 'terminated' else 'active' end,
       app_now() - make_interval(secs => n * 31 % 10007), app_now() - make_interval(secs => n * 37 % 10009 + 0.1),
       case when n % 3 = 0 then app_now() - make_interval(secs => n * 41 % 9973 + 0.2) end
     from (select *, substring(id from 3)::int as n from users) u where n % 5 = 0`,
    `insert into hr_agreements (organization_id, title, kind, party_name, party_email, starts_on)
     values (1, 'Supplies', 'other', 'Müller & Sons', 'sales@mueller.example', current_date)`,
    `insert into hr_documents (kind, organization_id, agreement_id) select 'agreement', organization_id, id from hr_agreements order by id`,
    `insert into hr_document_versions (document_id, number, file_id, original_name, uploaded_at, signed_at, valid_until)
     select d.id, 1, (select min(id) from files), 'file.pdf',
       app_now() - make_interval(days => (d.kind <> 'cv')::int, mins => case when d.kind = 'cv' then 0 else 6000 - d.id end),
       case when d.kind = 'cv' then app_now() - interval '80 days' end,
       case when d.kind = 'cv' then current_date + case when d.id % 100 < ${String(expired)} then -100 else 400 end end
     from hr_documents d`,
    'analyze',
    `update hr_documents d set current_version_id = v.id, signed_version_id = case when d.kind = 'cv' then v.id end
     from hr_document_versions v where v.document_id = d.id`,
    `insert into hr_acknowledgements (version_id, user_id, requested_at, acknowledged_at)
     select d.current_version_id, u.id, app_now() - make_interval(days => 5, mins => substring(u.id from 3)::int), case when substring(u.id from 3)::int % 100 >= ${String(open)} then app_now() - interval '4 days' end
     from users u join hr_documents d on d.organization_id = u.organization_id`,
    'insert into figure_changes (user_id) select id from users',
    'select recount_people()',
  ]);
  await foldFigures(database.db);
  await database.admin.query('vacuum analyze');
});
afterAll(() => database.drop());

test('[HR-02] [PERF-03] expired CVs are found by their last day, and the CVs of others are not read', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const page = await listCvs(db, wholeReach, { state: 'expired', limit: 50, offset: 0 });
    expect(page.total).toBe((people * expired) / 100);
    expect(page.rows).toHaveLength(50);
  });
  expect(rows / people).toBeLessThan(mostForExpired);
});

test('[HR-02] [PERF-03] of a state that many CVs have only the page is read, along the names', async () => {
  const { rows: plain } = await database.admin.query<{ id: string }>(
    `select u.id from users u join hr_documents d on d.person_id = u.id join hr_document_versions v on v.id = d.signed_version_id
     where v.valid_until > current_date + 100 order by lower(u.last_name), lower(u.first_name), u.id offset 20 limit 50`,
  );
  const { rows } = await effortOf(database, async (db) => {
    const page = await listCvs(db, wholeReach, { state: 'current', limit: 50, offset: 20 });
    expect(page.total).toBe((people * (100 - expired)) / 100);
    expect(page.rows.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    const due = await listCvs(db, wholeReach, { due: 'true', limit: 5, offset: 0 });
    expect(due.total).toBe((people * expired) / 100);
    expect(due.rows.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'expired'));
  });
  expect(rows).toBeLessThan(mostAlongNames);
});

test('[HR-02] [PERF-03] how many people have a CV in each state is read from maintained sums', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const { total, states } = await cvFigures(db, wholeReach, {});
    expect(total).toBe(people);
    expect(states.expired).toBe((people * expired) / 100);
  });
  expect(rows).toBeLessThan(mostForStates);
});

test('[HR-03] [PERF-03] of the people who can be a party only the page is read', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const page = await listActivePeople(db, wholeReach, { limit: 20, offset: 0 });
    expect(page.total).toBe(people);
    expect(page.rows).toHaveLength(20);
  });
  expect(rows).toBeLessThan(mostForPage);
});

test('[HR-03] [PERF-03] agreements are found by title, party and email along indexes', async () => {
  const titlesFor = async (q: string, db = database.db) => {
    const { rows, total } = await listAgreements(db, wholeReach, { q, limit: 50, offset: 0 });
    expect(total).toBe(rows.length);
    return rows.map(({ title }) => title).toSorted();
  };
  const { rows } = await effortOf(database, async (db) => {
    expect(await titlesFor('t last00100', db)).toEqual(['Agreement of u_00100']);
  });
  expect(rows).toBeLessThan(mostForSearch);
  expect(await titlesFor('person100@')).toEqual(['Agreement of u_00100']);
  expect(await titlesFor('OF U_0010')).toEqual(['Agreement of u_00100', 'Agreement of u_00105']);
  expect(await titlesFor('MÜLLER')).toEqual(['Supplies']);
  expect(await titlesFor('sales@')).toEqual(['Supplies']);
  expect(await titlesFor('%')).toEqual([]);
});

test('[HR-01] [PERF-03] the latest steps and uploads are read without those of everybody', async () => {
  const { rows: plain } = await database.admin.query<{ id: string }>(`
    (select m.type || '-' || a.id as id from hr_agreements a cross join lateral (values ('agreement_sent', a.sent_at),
      ('agreement_active', a.activated_at), ('agreement_terminated', a.terminated_at)) m (type, at)
      where m.at is not null order by m.at desc, m.type limit 5)
    union all
    (select replace(d.kind, 'organization', 'document') || '_uploaded-' || v.id from hr_document_versions v join hr_documents d on d.id = v.document_id
      where d.kind <> 'cv' order by v.uploaded_at desc limit 2)`);
  const { rows } = await effortOf(database, async (db) => {
    const found = await hrActivity(db, wholeReach, {});
    const ids = found.map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith('cv'))).toEqual(plain.map(({ id }) => id));
  });
  expect(rows).toBeLessThan(mostForActivity);
});

test('[HR-01] [PERF-03] open acknowledgements are counted from the documents of organizations, without a look at any CV', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const reading = await openReading(db, wholeReach, undefined);
    const each = (people * open) / 100;
    expect(reading.get(null)).toEqual({ open: each, people: each });
    expect([...reading.values()].reduce((sum, one) => sum + one.open, 0)).toBe(2 * each);
  });
  expect(rows / people).toBeLessThan(mostForReading);
});

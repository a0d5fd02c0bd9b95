import { sql, type RawBuilder } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';

interface DemoRequest {
  readonly request: string;
  readonly daysAgo: number;
  readonly answer?: string;
  readonly path?: string;
}

interface DemoInspection {
  readonly title: string;
  readonly purpose: string;
  /** Counted back from today. */
  readonly first: number;
  readonly last: number;
  readonly closed?: string;
  readonly requests: readonly DemoRequest[];
}

const inspections: readonly DemoInspection[] = [
  {
    title: 'Routine GCP inspection',
    purpose: 'Training records of the site staff of two studies',
    first: 162,
    last: 159,
    closed: 'The inspection ended, and the report has arrived.',
    requests: [
      {
        request: 'Which training does a new clinical research associate need before the first visit?',
        daysAgo: 161,
        answer: 'The training matrix of Clinical Research lists it. The grid shows who completed what.',
        path: '/training-matrix/grid',
      },
    ],
  },
  {
    title: 'Sponsor audit of Clinical Research',
    purpose: 'Whether the people of the study were trained before they worked on it',
    first: 1,
    last: -9,
    requests: [
      {
        request: 'Completions of the last twelve months with their signatures, as a file.',
        daysAgo: 1,
        answer: 'The completion report has them. Export it as PDF or XLSX.',
        path: '/reports/completion',
      },
      {
        request: 'How are records checked that were moved from another system?',
        daysAgo: 0,
      },
    ],
  },
];

/** Creates one inspection that is over and one that is open, with requests and their answers (INS-01). */
export async function seedInspections(services: Services): Promise<void> {
  await runCommand(
    services,
    { action: 'demo.inspections', actorId: await idOf(services, 'admin') },
    async (tx) => {
      const inspector = await idOf(services, 'inspector');
      for (const inspection of inspections) await insertInspection(tx, inspection, inspector);
    },
  );
}

async function idOf({ db }: Services, name: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id from users where email = ${`${name}@demo.example`}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`the demo data has no account ${name}`);
  return found.id;
}

/** Some days before now. */
const before = (days: number): RawBuilder<Date> => sql<Date>`app_now() - make_interval(days => ${days})`;

async function insertInspection(
  tx: CommandTransaction,
  { title, purpose, first, last, closed, requests }: DemoInspection,
  inspector: string,
): Promise<void> {
  const isClosed = closed !== undefined;
  const { rows } = await sql<{ id: number }>`
    insert into inspections (title, purpose, from_day, to_day, opened_by, opened_at, closed_by, closed_at, closing_reason)
    select ${title}, ${purpose}, today_in(o.time_zone) - ${first}::integer, today_in(o.time_zone) - ${last}::integer, ${tx.actorId},
      ${before(first + 3)}, ${isClosed ? tx.actorId : null}, ${isClosed ? before(last) : sql`null`}, ${closed ?? null}
    from user_grants g join organizations o on o.id = g.organization_id where g.user_id = ${inspector} and g.inspection_id is null
    returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the inspector of the demo has no organization');
  await sql`
    insert into user_grants (user_id, kind, organization_id, valid_from, valid_until, granted_by, inspection_id, revoked_at, revoked_by)
    select g.user_id, 'inspector', o.id, i.from_day::timestamp at time zone o.time_zone, (i.to_day + 1)::timestamp at time zone o.time_zone,
      i.opened_by, i.id, i.closed_at, i.closed_by
    from user_grants g join organizations o on o.id = g.organization_id, inspections i
    where g.user_id = ${inspector} and g.inspection_id is null and i.id = ${made.id}`.execute(tx.db);
  for (const { request, daysAgo, answer, path } of requests) {
    const answered = answer === undefined ? sql`null` : sql`${before(daysAgo)} + interval '2 hours'`;
    await sql`
      insert into inspection_requests (inspection_id, request, requested_by, requested_at, answer, answer_path, answered_by, answered_at)
      values (${made.id}, ${request}, ${inspector}, ${before(daysAgo)} - interval '1 hour', ${answer ?? null}, ${path ?? null},
        ${answer === undefined ? null : tx.actorId}, ${answered})`.execute(tx.db);
  }
}

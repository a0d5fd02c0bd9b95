import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { streamRows } from '#server/db/stream-rows.ts';
import { personalSections } from './sections.ts';
import type { PersonalSection } from './section.ts';

/** The number of rows that the database returns at a time. No more of an export is ever in memory. */
const batchSize = 500;

type Json = Readonly<Record<string, unknown>>;

/** The heading above the data, for every reader of the file. */
export interface ExportHead {
  readonly userId: string;
  readonly generatedAt: Date;
  /** Version of the product that wrote it. */
  readonly version: string;
}

const historyAbout =
  'The audit trail about you: every change of your records with the values before and after, and who looked at them, told by role. Changes by an administrator or the system name no other person.';
const actionsAbout = 'What you did yourself, on your own records and on those of others, and from where.';

/**
 * Yields all stored data of a person as one JSON text in pieces (SEC-03): a head that explains it, the sections with the meaning
 * of their fields, the trail about the person and the person's own actions. Its length does not affect the use of memory.
 */
export async function* personalDataText(db: Kysely<DB>, head: ExportHead): AsyncGenerator<string> {
  const meanings = await fieldMeanings(db);
  yield `${JSON.stringify({
    format: 'traintrail-personal-data-1',
    about:
      'Everything that TrainTrail keeps on one person. Times are in UTC (ISO 8601); dates without a time are calendar dates. Passwords and secret parts of links are never part of it.',
    userId: head.userId,
    generatedAt: head.generatedAt.toISOString(),
    product: `TrainTrail ${head.version}`,
  }).slice(0, -1)},"sections":{`;
  for (const section of personalSections) {
    const fields = meanings.get(section.table) ?? {};
    yield* sectionText(db, section.name, section.about, fields, rowsOf(section, head.userId));
    yield ',';
  }
  yield* sectionText(db, 'history', historyAbout, {}, historyOf(head.userId));
  yield ',';
  yield* sectionText(db, 'ownActions', actionsAbout, {}, actionsOf(head.userId));
  yield '}}\n';
}

async function* sectionText(
  db: Kysely<DB>,
  name: string,
  about: string,
  fields: Readonly<Record<string, string>>,
  query: RawBuilder<{ row: Json }>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ about, fields }).slice(0, -1);
  yield `\n${JSON.stringify(name)}:${head},"rows":[`;
  let first = true;
  for await (const rows of streamRows(db, (plain) => query.compile(plain), batchSize)) {
    const text = rows.map(({ row }) => JSON.stringify(readable(row))).join(',\n');
    if (text === '') continue;
    yield `${first ? '\n' : ',\n'}${text}`;
    first = false;
  }
  yield ']}';
}

function rowsOf(section: PersonalSection, userId: string): RawBuilder<{ row: Json }> {
  const plus = section.plus ? sql` || coalesce(${section.plus}, '{}')` : sql``;
  return sql<{ row: Json }>`
    select (to_jsonb(t) - ${[...(section.without ?? [])]}::text[])${plus} as row
    from ${sql.id(section.table)} t where ${section.where(userId)} order by ${sql.raw(section.order)}`;
}

/**
 * Events about the person. The actor is given by role, or as 'you' if it was the person. Data that others sent along
 * (address, browser, reason) is left out.
 */
function historyOf(userId: string): RawBuilder<{ row: Json }> {
  return sql<{ row: Json }>`
    select jsonb_build_object('at', audit.instant_text(e.at), 'kind', e.kind, 'action', e.action, 'record', e.object_type,
      'id', e.object_id, 'outcome', e.outcome,
      'by', case when e.actor_id = ${userId} then 'you' when e.actor_id is null then 'the system'
        else coalesce(c.header::jsonb #>> '{facts,role}', e.header::jsonb #>> '{facts,role}', 'another person') end)
      || case when e.kind in ('insert', 'update', 'delete') and e.payload is not null
        then jsonb_build_object('values', e.payload::jsonb) else '{}' end as row
    from audit.events e left join audit.events c on c.id = e.command_id and c.id <> e.id
    where e.subject_id = ${userId} order by e.id`;
}

function actionsOf(userId: string): RawBuilder<{ row: Json }> {
  return sql<{ row: Json }>`
    select jsonb_build_object('at', audit.instant_text(e.at), 'action', e.action, 'record', e.object_type, 'id', e.object_id,
      'outcome', e.outcome, 'address', e.payload::jsonb #>> '{facts,ip}', 'browser', e.payload::jsonb #>> '{facts,userAgent}')
      as row
    from audit.events e
    where e.actor_id = ${userId} and e.kind in ('command', 'access', 'redaction') order by e.id`;
}

/** Table → field → meaning, from the comments of the schema. */
async function fieldMeanings(db: Kysely<DB>): Promise<ReadonlyMap<string, Record<string, string>>> {
  const { rows } = await sql<{ table: string; column: string; meaning: string }>`
    select c.relname as "table", a.attname as "column", d.description as meaning
    from pg_description d
    join pg_class c on c.oid = d.objoid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and a.attnum > 0
    where d.classoid = 'pg_class'::regclass`.execute(db);
  const byTable = new Map<string, Record<string, string>>();
  for (const { table, column, meaning } of rows) {
    const section = personalSections.find((one) => one.table === table);
    if (!section || section.without?.includes(column)) continue;
    const fields = byTable.get(table) ?? {};
    byTable.set(table, fields);
    fields[camel(column)] = meaning;
  }
  return byTable;
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the names of columns in the form of the API; values of the trail without the columns that the section of their table
 * leaves out.
 */
function readable({ values, ...row }: Json): Json {
  const known = personalSections.find((section) => section.table === row['record']);
  const shown = values === undefined ? {} : { values: withoutSecrets(values as Json, known?.without ?? []) };
  return { ...camelKeys(row), ...shown };
}

function withoutSecrets(values: Json, secrets: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(values).map(([side, columns]) => [
      side,
      typeof columns === 'object' && columns !== null
        ? camelKeys(Object.fromEntries(Object.entries(columns).filter(([name]) => !secrets.includes(name))))
        : columns,
    ]),
  );
}

const camelKeys = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value]));

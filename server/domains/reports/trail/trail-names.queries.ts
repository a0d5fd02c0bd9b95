import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NamedKind, NameOf } from '#shared/domain/audit/trail.ts';
import type { DB } from '#server/db/db.d.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import { namesAsOf } from './trail-names-as-of.ts';

const person = `coalesce(nullif(btrim(concat_ws(' ', nullif(btrim(u.first_name), ''), nullif(btrim(u.last_name), ''))), ''), u.email)`;
const version = (module: string, number: string) => `${module} || ' · ' || ${number}`;
const ids = (column: string) => `${column}::text = any(w.ids)`;
const whole = (column: string) =>
  `${column} = any(array(select x.id::int from unnest(w.ids) x (id) where x.id ~ '^[0-9]{1,9}$'))`;

/** The present names of records: the pseudonym for erased people (AUD-03). Ids are those of the record; `w.ids` are the requested ones. */
const selects: Readonly<Record<NamedKind, string>> = {
  // Tokens act too, under their own ids (OPS-06).
  person: `select u.id, ${person} from users u where ${ids('u.id')}
    union all select 'token-' || t.id, t.name from api_tokens t where 'token-' || t.id = any(w.ids)`,
  organization: `select o.id::text, o.name from organizations o where ${whole('o.id')}`,
  department: `select d.id::text, d.name from departments d where ${whole('d.id')}`,
  module: `select m.id::text, m.title from training_modules m where ${whole('m.id')}`,
  version: `select v.id::text, ${version('m.title', 'v.number')} from module_versions v
    join training_modules m on m.id = v.module_id where ${whole('v.id')}`,
  matrix: `select m.id::text, m.name from training_matrices m where ${whole('m.id')}`,
  category: `select c.id::text, c.name from module_categories c where ${whole('c.id')}`,
  document: `select d.id::text, d.title from hr_documents d where ${whole('d.id')}`,
  documentVersion: `select v.id::text, ${version('coalesce(d.title, v.original_name)', 'v.number')} from hr_document_versions v
    join hr_documents d on d.id = v.document_id where ${whole('v.id')}`,
  agreement: `select a.id::text, a.title from hr_agreements a where ${whole('a.id')}`,
  registration: `select r.id::text, r.name from hr_registrations r where ${whole('r.id')}`,
  inspection: `select i.id::text, i.title from inspections i where ${whole('i.id')}`,
  review: `select r.id::text, o.name from access_reviews r join organizations o on o.id = r.organization_id where ${whole('r.id')}`,
  assignment: `select a.id::text, m.title from training_assignments a join training_modules m on m.id = a.module_id where ${whole('a.id')}`,
  completion: `select r.id::text, r.module_title from training_records r where ${whole('r.id')}`,
  certificate: `select c.id::text, c.number from certificates c where ${whole('c.id')}`,
  matrixModule: `select x.id::text, m.name || ' · ' || t.title from training_matrix x join training_matrices m on m.id = x.matrix_id
    join training_modules t on t.id = x.module_id where ${whole('x.id')}`,
  member: `select x.id::text, m.name from matrix_members x join training_matrices m on m.id = x.matrix_id where ${whole('x.id')}`,
  attempt: `select q.id::text, m.title from quiz_attempts q join training_assignments a on a.id = q.assignment_id
    join training_modules m on m.id = a.module_id where ${whole('q.id')}`,
  acknowledgement: `select k.id::text, d.title from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
    join hr_documents d on d.id = v.document_id where ${whole('k.id')}`,
};

interface NameRow {
  readonly of: NamedKind;
  readonly id: string;
  readonly name: string | null;
}

const kinds = Object.keys(selects) as readonly NamedKind[];

/**
 * All kinds in one text, so that it is composed once and stays prepared: planning it took longer than its rows. A kind without ids is not
 * looked at. $1 and on: the ids of each of {@link kinds}.
 */
const presentNames = namedStatement<NameRow>(
  'trail.names',
  kinds
    .map(
      (of, at) => `select '${of}' as "of", n.id, n.name from (select $${String(at + 1)}::text[] as ids) w
        cross join lateral (${selects[of]}) n (id, name) where cardinality(w.ids) > 0`,
    )
    .join(' union all '),
);

const namesAt = (wanted: ReadonlyMap<NamedKind, readonly string[]>, at: Date): RawBuilder<NameRow> => {
  const then = namesAsOf(at);
  return sql`${sql.join(
    [...wanted].map(
      ([of, found]) => sql`
        select ${of}::text as "of", n.id, n.name from (select ${[...found]}::text[] as ids) w
        cross join lateral (${then[of]}) n (id, name)`,
    ),
    sql` union all `,
  )}`;
};

/** Returns the names of these records, present or at an instant, in one statement for all kinds. */
export async function readNames(
  db: Kysely<DB>,
  wanted: ReadonlyMap<NamedKind, readonly string[]>,
  at?: Date,
): Promise<NameOf> {
  if (wanted.size === 0) return () => undefined;
  const { rows } =
    at === undefined
      ? await db.executeQuery(presentNames(...kinds.map((of) => wanted.get(of) ?? [])))
      : await namesAt(wanted, at).execute(db);
  const names = new Map(rows.map(({ of, id, name }) => [`${of} ${id}`, name ?? undefined]));
  return (of, id) => names.get(`${of} ${id}`);
}

import { sql, type RawBuilder } from 'kysely';
import type { NamedKind } from '#shared/domain/audit/trail.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';

/**
 * Returns the names of records at an instant, each as a select over `w.ids` (INS-03). Names that were changed or removed since
 * are read from the trail. Names of people are read from their history, where an erased person has the pseudonym.
 */
export function namesAsOf(at: Date): Readonly<Record<NamedKind, RawBuilder<unknown>>> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  /** Joins the columns of a row at the instant; `id` is text. */
  const row = (alias: string, table: string, id: string, columns: readonly string[]) => {
    const of = sql.ref(id);
    const values = columns.map(
      (name) =>
        sql`case when b.before ? ${sql.lit(name)} then b.before ->> ${sql.lit(name)} else ${sql.ref(`x.${name}`)}::text end as ${sql.ref(name)}`,
    );
    return sql`cross join lateral (
      select ${sql.join(values)} from (select ${changedSince(table, of, instant)} as before) b
      left join ${sql.table(table)} x on x.id = case when ${of} ~ '^[0-9]{1,9}$' then ${of}::int end) ${sql.ref(alias)}`;
  };
  const ids = sql`unnest(w.ids) i (id)`;
  const own = (table: string, column = 'name') =>
    sql`select i.id, o.${sql.ref(column)} from ${ids} ${row('o', table, 'i.id', [column])}`;
  const moduleOf = (id: string) => row('m', 'training_modules', id, ['title']);
  const matrixOf = (id: string) => row('x', 'training_matrices', id, ['name']);
  return {
    person: sql`select u.id, coalesce(nullif(btrim(concat_ws(' ', nullif(btrim(n.first_name), ''), nullif(btrim(n.last_name), ''))), ''), n.email)
      from ${ids} join users u on u.id = i.id
      left join lateral (select * from person_history h where h.user_id = u.id and h.replaced_at >= ${instant} order by h.replaced_at limit 1) h on true
      cross join lateral (select case when h.user_id is null then u.first_name else h.first_name end as first_name,
        case when h.user_id is null then u.last_name else h.last_name end as last_name, coalesce(h.email, u.email) as email) n
      union all select 'token-' || t.id, t.name from api_tokens t where 'token-' || t.id = any(w.ids)`,
    organization: own('organizations'),
    department: own('departments'),
    module: own('training_modules', 'title'),
    version: sql`select i.id, m.title || ' · ' || v.number from ${ids}
      ${row('v', 'module_versions', 'i.id', ['module_id', 'number'])} ${moduleOf('v.module_id')}`,
    matrix: own('training_matrices'),
    category: own('module_categories'),
    document: own('hr_documents', 'title'),
    documentVersion: sql`select i.id, coalesce(d.title, v.original_name) || ' · ' || v.number from ${ids}
      ${row('v', 'hr_document_versions', 'i.id', ['document_id', 'original_name', 'number'])} ${row('d', 'hr_documents', 'v.document_id', ['title'])}`,
    agreement: own('hr_agreements', 'title'),
    registration: own('hr_registrations'),
    inspection: own('inspections', 'title'),
    review: sql`select i.id, o.name from ${ids} ${row('r', 'access_reviews', 'i.id', ['organization_id'])}
      ${row('o', 'organizations', 'r.organization_id', ['name'])}`,
    assignment: sql`select i.id, m.title from ${ids} ${row('a', 'training_assignments', 'i.id', ['module_id'])} ${moduleOf('a.module_id')}`,
    completion: own('training_records', 'module_title'),
    certificate: own('certificates', 'number'),
    matrixModule: sql`select i.id, x.name || ' · ' || m.title from ${ids} ${row('y', 'training_matrix', 'i.id', ['matrix_id', 'module_id'])}
      ${matrixOf('y.matrix_id')} ${moduleOf('y.module_id')}`,
    member: sql`select i.id, x.name from ${ids} ${row('y', 'matrix_members', 'i.id', ['matrix_id'])} ${matrixOf('y.matrix_id')}`,
    attempt: sql`select i.id, m.title from ${ids} ${row('q', 'quiz_attempts', 'i.id', ['assignment_id'])}
      ${row('a', 'training_assignments', 'q.assignment_id', ['module_id'])} ${moduleOf('a.module_id')}`,
    acknowledgement: sql`select i.id, d.title from ${ids} ${row('k', 'hr_acknowledgements', 'i.id', ['version_id'])}
      ${row('v', 'hr_document_versions', 'k.version_id', ['document_id'])} ${row('d', 'hr_documents', 'v.document_id', ['title'])}`,
  };
}

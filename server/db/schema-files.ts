import type pg from 'pg';

/** A file below `server/db/schema`. */
export interface SchemaFile {
  readonly name: string;
  readonly text: string;
}

interface Part {
  readonly object: string;
  readonly statement: string;
}

const schemas = `('public', 'audit')`;
const named = (schema: string, name: string): string =>
  `case ${schema} when 'public' then '' else ${schema} || '.' end || ${name}`;
const comment = (kind: string, name: string, text: string): string =>
  `'comment on ${kind} ' || ${name} || ' is ' || quote_literal(${text}) || ';'`;

/** The triggers that `schema/audit-capture.ts` creates, the same on every audited table. */
const captureTriggers = `('audit_insert', 'audit_update', 'audit_delete', 'audit_truncate')`;

const tablesSql = `
with t as (
  select c.oid, c.relacl as acl, c.relowner, ${named('n.nspname', 'c.relname')} as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas} and c.relkind = 'r'
), parts (object, part, place, statement) as (
  select t.name, 1, 0::bigint, 'create table ' || t.name || E' (\\n' || string_agg('  ' || l.line, E',\\n' order by l.kind, l.place) || E'\\n);'
  from t cross join lateral (
    select 1, a.attnum::bigint, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) || case
        when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
        when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case when a.attnotnull then ' not null' else '' end end
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    union all
    select 2, row_number() over (order by array_position('{p,u,x,f,c}', k.contype), k.conname),
      'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
    from pg_constraint k where k.conrelid = t.oid and k.contype in ('p', 'u', 'x', 'f', 'c')
  ) l (kind, place, line)
  group by t.name
  union all
  select t.name, 2, 0, ${comment('table', 't.name', `obj_description(t.oid, 'pg_class')`)} from t
  union all
  select t.name, 3, a.attnum, ${comment('column', `t.name || '.' || quote_ident(a.attname)`, 'col_description(t.oid, a.attnum)')}
  from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  union all
  select t.name, 4, row_number() over (order by i.indexrelid::regclass::text), pg_get_indexdef(i.indexrelid) || ';'
  from t join pg_index i on i.indrelid = t.oid where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  union all
  select t.name, 5, row_number() over (order by g.tgname), pg_get_triggerdef(g.oid) || ';'
  from t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal and g.tgname not in ${captureTriggers}
  union all
  select t.name, 6, 0, '-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.'
  from t where exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'audit_insert')
  union all
  select t.name, 7, 0, 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on ' || t.name || ' to application;'
  from t cross join aclexplode(t.acl) a where a.grantee = (select oid from pg_roles where rolname = $1) group by t.name
)
select object, statement from parts where statement is not null order by object, part, place`;

const functionsSql = `
select ${named('n.nspname', 'p.proname')} as object, rtrim(pg_get_functiondef(p.oid), E'\\n') || E';\\n'
  || coalesce(E'\\n' || ${comment('function', 'p.oid::regprocedure::text', `obj_description(p.oid, 'pg_proc')`)} || E'\\n', '')
  || case when has_function_privilege($1, p.oid, 'execute') then '' else E'\\nrevoke execute on function ' || p.oid::regprocedure::text || E' from application;\\n' end as statement
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ${schemas} and p.prokind = 'f' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  and not exists (select from pg_trigger g where g.tgfoid = p.oid and g.tgname in ${captureTriggers} and p.proname <> 'refuse_change')
order by 1, p.oid::regprocedure::text`;

const viewsSql = `
select ${named('n.nspname', 'c.relname')} as object, 'create view ' || ${named('n.nspname', 'c.relname')} || E' as\\n' || pg_get_viewdef(c.oid, 0)
  || coalesce(E'\\n' || ${comment('view', 'c.oid::regclass::text', `obj_description(c.oid, 'pg_class')`)}, '') as statement
from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas} and c.relkind = 'v' order by 1`;

const folders = [
  ['tables', tablesSql],
  ['functions', functionsSql],
  ['views', viewsSql],
] as const;

/**
 * OPS-05: the schema after all migrations, for people to read: a file for each table with its indexes, triggers and grants, for
 * each function and each view. `npm run db:types` writes them; they are never executed.
 */
export async function describeAsFiles(admin: pg.Pool, appRole: string): Promise<readonly SchemaFile[]> {
  const files = new Map<string, string[]>();
  for (const [folder, query] of folders) {
    const { rows } = await admin.query<Part>(query, query.includes('$1') ? [appRole] : []);
    for (const { object, statement } of rows) {
      const name = `${folder}/${object}.sql`;
      files.set(name, [...(files.get(name) ?? []), statement]);
    }
  }
  return [...files].map(([name, statements]) => ({ name, text: `${statements.join('\n').trimEnd()}\n` }));
}

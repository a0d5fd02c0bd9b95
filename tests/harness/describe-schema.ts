import type pg from 'pg';

/**
 * Everything that makes a database's schema, a line each, in a fixed order: what a test compares to show that two databases are the
 * same (OPS-05). Without the queue's own schema, whose partitions come with the queues.
 */
export async function describeSchema(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(`
    with mine as (select oid, nspname from pg_namespace where nspname in ('public', 'audit', 'migrations'))
    select line from (
      select format('schema %s owner %s acl %s', n.nspname, pg_get_userbyid(nspowner), n.nspacl) as line
        from pg_namespace n join mine using (oid)
      union all
      select format('%s %s owner %s acl %s', c.relkind, c.oid::regclass, pg_get_userbyid(c.relowner), (select array_agg(a::text order by a::text) from unnest(c.relacl) a))
        from pg_class c join mine on mine.oid = c.relnamespace where c.relkind in ('r', 'p', 'S', 'v', 'm')
      union all
      select format('column %s %s %s %s default %s identity %s generated %s comment %s', a.attrelid::regclass, a.attnum, a.attname,
          format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end, pg_get_expr(d.adbin, d.adrelid),
          a.attidentity, a.attgenerated, col_description(a.attrelid, a.attnum))
        from pg_attribute a join pg_class c on c.oid = a.attrelid join mine on mine.oid = c.relnamespace
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
        from pg_constraint k join mine on mine.oid = k.connamespace
      union all
      select format('index %s', indexdef) from pg_indexes join mine on nspname = schemaname
      union all
      select format('trigger %s %s', tgenabled, pg_get_triggerdef(t.oid))
        from pg_trigger t join pg_class c on c.oid = t.tgrelid join mine on mine.oid = c.relnamespace where not tgisinternal
      union all
      select format('function owner %s acl %s %s', pg_get_userbyid(p.proowner), (select array_agg(a::text order by a::text) from unnest(p.proacl) a), pg_get_functiondef(p.oid))
        from pg_proc p join mine on mine.oid = p.pronamespace
      union all
      select format('setting %s %s', setrole::regrole, setconfig) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())
      union all
      select format('seed %s', t) from module_families t union all select format('seed %s', t) from matrix_templates t
      union all select format('seed %s %s %s', name, color_index, position) from module_categories
    ) lines order by line`);
  return rows.map((row) => row.line);
}

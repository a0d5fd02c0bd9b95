import { sql, type RawBuilder } from 'kysely';

/** Schemas whose objects the product creates. */
const ours = `('public', 'audit')`;

/**
 * Includes the queue's schema: code there that runs when a command enqueues a job runs in the command's transaction, so that the
 * application would prove its writes. The daily tables of its statistics come and go.
 */
const guardedSchemas = `('public', 'audit', 'pgboss')`;
const isDayOfQueue = (name: string): string => `(n.nspname = 'pgboss' and ${name} ~ '^queue_stats_[0-9]+')`;

/** Functions of PostgreSQL itself that the trail and its guards rely on: a superuser can replace them. */
const trusted = `('now', 'clock_timestamp', 'transaction_timestamp', 'statement_timestamp', 'sha256', 'convert_to', 'to_json',
  'row_to_json', 'jsonb_build_object', 'uuid_send', 'gen_random_uuid', 'nextval', 'pg_current_xact_id', 'pg_current_xact_id_if_assigned',
  'pg_current_snapshot', 'pg_snapshot_xmin', 'pg_snapshot_xmax', 'pg_control_system', 'encode', 'decode')`;

/** Functions of PostgreSQL that are written in SQL in every version; any other one that is has been replaced. */
const writtenInSql = `('age', 'anytextcat', 'bit_length', 'col_description', 'date_part', 'int8pl_inet', 'integer_pl_date', 'interval_pl_date',
  'interval_pl_time', 'interval_pl_timestamp', 'interval_pl_timestamptz', 'interval_pl_timetz', 'log', 'log10', 'lpad', 'numeric_pl_pg_lsn',
  'obj_description', 'overlaps', 'path_contain_pt', 'pg_relation_size', 'pg_sleep_for', 'pg_sleep_until', 'polygon', 'quote_literal',
  'quote_nullable', 'round', 'rpad', 'shobj_description', 'substring', 'textanycat', 'timedate_pl', 'timestamptz', 'timetzdate_pl', 'trunc',
  'ts_debug', 'xpath', 'xpath_exists')`;

/** Settings that change the effect of a guard or the object that a name means; memory, logging and similar ones are the administrator's. */
const guarded = `'^(search_path|session_replication_role|row_security|event_triggers|role|session_authorization|(session|local|shared)_preload_libraries|allow_system_table_mods|default_transaction_read_only|transform_null_equals|standard_conforming_strings|check_function_bodies|ignore_system_indexes|zero_damaged_pages|ignore_checksum_failure|synchronous_commit|plpgsql\\.[a-z_]+)='`;

const named = (schema: string, name: string): string =>
  `case ${schema} when 'public' then '' else ${schema} || '.' end || ${name}`;

/** Excludes objects of a library of the database (an extension): they are not the product's. */
const notOfExtension = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/**
 * Returns the same for executable objects: anybody can add a function to an existing library, but a compiled one came with it.
 */
const notCompiledIn = (catalog: string, oid: string, runs: string): string =>
  `(${notOfExtension(catalog, oid)} or not exists (select from pg_proc f join pg_language fl on fl.oid = f.prolang
    where f.oid = ${runs} and fl.lanname = 'c'))`;

/**
 * Returns the rights of each role, in words that are the same in every installation. Owners and the role that migrates may do
 * everything anyway; read access of other roles is the installation's decision.
 */
const grants = (acl: string, kind: string, owner: string): string => `(
  select string_agg(who || ': ' || privileges, '; ' order by who) from (
    select who, string_agg(distinct privilege_type || case when is_grantable then ' with grant option' else '' end, ', ') as privileges
    from (
      select case when a.grantee = 0 then 'everybody' when r.rolname = names.app then 'application'
          when r.rolname = names.trail then 'trail' else 'role ' || r.rolname end as who, a.privilege_type, a.is_grantable
      from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles r on r.oid = a.grantee
      where a.grantee <> ${owner} and a.grantee <> names.migrator and not coalesce(r.rolsuper, false)
    ) g
    where not (who like 'role %' and privilege_type in ('SELECT', 'USAGE', 'EXECUTE', 'CONNECT') and not is_grantable)
    group by who
  ) per_role)`;

/**
 * SQL that is null for the expected owner of an object: the trail's role, or the role that migrated; a superuser owns
 * everything anyway.
 */
const owner = (schema: string, oid: string): string => `
  case when ${schema} = 'audit' then case when pg_get_userbyid(${oid}) = names.trail then null
      when ${oid} in (names.migrator, names.database_owner) then 'who migrates' else 'role ' || pg_get_userbyid(${oid}) end
    when ${oid} in (names.migrator, names.database_owner) then null
    else (select 'role ' || rolname from pg_roles where oid = ${oid} and not rolsuper) end`;

/** Functions `f` of the triggers with which PostgreSQL enforces constraints. */
const isOfConstraint = `(f.proname like 'RI\\_FKey\\_%' or f.proname = 'unique_key_recheck')`;

// Versions of PostgreSQL differ in the names that they write with their table.
const query = (oid: string): string =>
  `regexp_replace(regexp_replace(pg_get_viewdef(${oid}), '\\m[a-z0-9_]+\\.', '', 'g'), '\\s+', ' ', 'g')`;

const switchedOff = (enabled: string): string => `case when ${enabled} in ('D', 'R') then true end`;

/** Each part returns `object` and `facts` (jsonb) of one kind of object. `names` is the one row of {@link catalogueSql}. */
const parts: readonly string[] = [
  `select 'schema ' || n.nspname, jsonb_build_object('grants', ${grants('n.nspacl', 'n', 'n.nspowner')},
     'owner', case when n.nspname = 'audit' then ${owner('n.nspname', 'n.nspowner')} end)
   from pg_namespace n where n.nspname in ${ours} or n.nspname in ('migrations', names.app)`,

  `select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table ' when 'S' then 'sequence '
       else 'table ' end || ${named('n.nspname', 'c.relname')},
     jsonb_build_object('owner', ${owner('n.nspname', 'c.relowner')},
       'grants', case c.relkind when 'S' then ${grants('c.relacl', 's', 'c.relowner')} else ${grants('c.relacl', 'r', 'c.relowner')} end,
       'storage', nullif(c.relpersistence, 'p'), 'partitioned', case when c.relkind = 'p' then true end,
       'row security', nullif(c.relrowsecurity or c.relforcerowsecurity, false),
       'overlooks', nullif(concat_ws(', ',
         case when not c.relhastriggers and exists (select from pg_trigger t where t.tgrelid = c.oid) then 'its triggers' end,
         case when not c.relhasindex and exists (select from pg_index i where i.indrelid = c.oid) then 'its indexes' end,
         case when c.relchecks <> (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') then 'its checks' end), ''),
       'parents', (select string_agg(i.inhparent::regclass::text, ', ' order by 1) from pg_inherits i where i.inhrelid = c.oid),
       'children', (select string_agg(i.inhrelid::regclass::text, ', ' order by 1) from pg_inherits i
         where i.inhparent = c.oid and i.inhrelid::regclass::text !~ '^pgboss\\.queue_stats_[0-9]+$'),
       'counting', (select format('%s from %s by %s cache %s', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqcache)
         || case when s.seqcycle then ' cycle' else '' end from pg_sequence s where s.seqrelid = c.oid),
       'query', case when c.relkind in ('v', 'm') then ${query('c.oid')} end,
       'reads', case when c.relkind in ('v', 'm') then (
         select string_agg(distinct d.refobjid::regclass::text, ', ') from pg_rewrite w join pg_depend d on d.objid = w.oid
         where w.ev_class = c.oid and d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid) end)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where (n.nspname in ${guardedSchemas} or n.nspname = 'migrations') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
     and not ${isDayOfQueue('c.relname')} and (n.nspname <> 'public' or ${notOfExtension('pg_class', 'c.oid')})`,

  `select 'column ' || ${named('n.nspname', "c.relname || '.' || a.attname")},
     jsonb_build_object('type', format_type(a.atttypid, a.atttypmod), 'not null', nullif(a.attnotnull, false),
       'default', case when a.atthasdef then pg_get_expr(d.adbin, d.adrelid) end, 'identity', nullif(a.attidentity, ''), 'generated', nullif(a.attgenerated, ''),
       'collation', case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end,
       'grants', ${grants('a.attacl', 'c', 'c.relowner')})
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where n.nspname in ${guardedSchemas} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     and not ${isDayOfQueue('c.relname')}`,

  // "Not null" is a property of the column: later versions of PostgreSQL have a constraint for it too.
  `select 'constraint ' || k.conname || ' on ' || ${named('n.nspname', 'coalesce(c.relname, t.typname)')},
     jsonb_build_object('rule', pg_get_constraintdef(k.oid), 'not valid', nullif(not k.convalidated, false),
       'switched off', (select true from pg_trigger g where g.tgconstraint = k.oid and g.tgenabled in ('D', 'R') limit 1),
       'not enforced', case when n.nspname in ${ours} then nullif((
         select count(*) from pg_trigger g join pg_proc f on f.oid = g.tgfoid
         where g.tgconstraint = k.oid and f.pronamespace = 'pg_catalog'::regnamespace and ${isOfConstraint}
           and g.tgtype = case substring(f.proname from '[a-z]+$') when 'ins' then 5 when 'upd' then 17 when 'del' then 9 else 21 end)
         <> case when k.contype = 'f' then 4 when k.condeferrable then 1 else 0 end, false) end)
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace
   left join pg_class c on c.oid = k.conrelid left join pg_type t on t.oid = k.contypid
   where n.nspname in ${guardedSchemas} and k.contype not in ('n', 't') and not coalesce(${isDayOfQueue('c.relname')}, false)`,

  `select 'index ' || c.relname || ' on ' || ${named('n.nspname', 't.relname')},
     jsonb_build_object('rule', pg_get_indexdef(c.oid), 'not valid', nullif(i.indisvalid and i.indisready and i.indislive, true))
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${guardedSchemas} and not ${isDayOfQueue('t.relname')}`,

  // Triggers of foreign keys belong to the constraint; a trigger that only claims to be one of these does not.
  `select 'trigger ' || t.tgname || ' on ' || ${named('n.nspname', 'c.relname')},
     jsonb_build_object('rule', pg_get_triggerdef(t.oid), 'switched off', ${switchedOff('t.tgenabled')})
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   join pg_proc f on f.oid = t.tgfoid
   where n.nspname in ${guardedSchemas} and not ${isDayOfQueue('c.relname')} and (not t.tgisinternal or t.tgconstraint = 0
     or f.pronamespace <> 'pg_catalog'::regnamespace or not ${isOfConstraint})`,

  `select 'rule ' || r.rulename || ' on ' || ${named('n.nspname', 'c.relname')}, jsonb_build_object('rule', pg_get_ruledef(r.oid))
   from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${guardedSchemas} and r.rulename <> '_RETURN'`,

  `select 'policy ' || p.polname || ' on ' || ${named('n.nspname', 'c.relname')},
     jsonb_build_object('rule', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
   from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${guardedSchemas}`,

  `select 'function ' || ${named('n.nspname', "p.proname || '(' || oidvectortypes(p.proargtypes) || ')'")},
     jsonb_build_object('source', left(encode(sha256(convert_to(coalesce(p.prosrc, '') || coalesce(pg_get_function_sqlbody(p.oid), ''), 'UTF8')), 'hex'), 32),
       'language', l.lanname, 'kind', nullif(p.prokind, 'f'), 'answers', pg_get_function_result(p.oid),
       'arguments', pg_get_function_arguments(p.oid), 'volatility', p.provolatile, 'parallel', nullif(p.proparallel, 'u'),
       'strict', nullif(p.proisstrict, false), 'leakproof', nullif(p.proleakproof, false),
       'security definer', nullif(p.prosecdef, false), 'settings', array_to_string(p.proconfig, '; '),
       'owner', ${owner('n.nspname', 'p.proowner')}, 'grants', ${grants('p.proacl', 'f', 'p.proowner')})
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
   where n.nspname in ${guardedSchemas} and (n.nspname <> 'public' or ${notCompiledIn('pg_proc', 'p.oid', 'p.oid')})`,

  `select 'function pg_catalog.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')',
     jsonb_build_object('language', l.lanname, 'body', case when l.lanname = 'internal' then p.prosrc end)
   from pg_proc p join pg_language l on l.oid = p.prolang
   where p.pronamespace = 'pg_catalog'::regnamespace and ${notCompiledIn('pg_proc', 'p.oid', 'p.oid')}
     and (p.proname in ${trusted} or p.oid >= 16384 or l.lanname not in ('internal', 'c', 'sql')
       or (l.lanname = 'sql' and p.proname not in ${writtenInSql}))`,

  `select 'operator ' || o.oid::regoperator::text, jsonb_build_object('function', o.oprcode::regproc::text)
   from pg_operator o where o.oid >= 16384 and ${notCompiledIn('pg_operator', 'o.oid', 'o.oprcode')}`,

  `select 'cast from ' || c.castsource::regtype || ' to ' || c.casttarget::regtype, jsonb_build_object('function', c.castfunc::regproc::text)
   from pg_cast c where c.oid >= 16384 and ${notCompiledIn('pg_cast', 'c.oid', 'c.castfunc')}`,

  `select 'type ' || ${named('n.nspname', 't.typname')}, jsonb_build_object('kind', t.typtype)
   from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where n.nspname in ${guardedSchemas} and (n.nspname <> 'public' or ${notOfExtension('pg_type', 't.oid')})
     and (t.typtype in ('d', 'e', 'r') or (t.typtype = 'b' and t.typelem = 0))`,

  `select 'event trigger ' || e.evtname,
     jsonb_build_object('function', e.evtfoid::regproc::text, 'event', e.evtevent, 'tags', array_to_string(e.evttags, ', '),
       'switched off', case when e.evtenabled <> 'A' then true end)
   from pg_event_trigger e where ${notCompiledIn('pg_event_trigger', 'e.oid', 'e.evtfoid')}`,

  // The rows of a subscription are written without firing the triggers.
  `select 'subscription ' || s.subname, '{}'::jsonb
   from pg_subscription s where s.subdbid = (select oid from pg_database where datname = current_database())`,

  `select 'database', jsonb_build_object('grants', ${grants('d.datacl', 'd', 'd.datdba')},
     'settings', (select nullif(string_agg(setting, '; ' order by setting), '')
       from pg_db_role_setting s, unnest(s.setconfig) setting where s.setdatabase in (0, d.oid) and s.setrole = 0 and setting ~ ${guarded}))
   from pg_database d where d.datname = current_database()`,

  `select 'role of the ' || case r.rolname when names.app then 'application' else 'trail' end,
     jsonb_build_object('signs in', nullif(r.rolcanlogin, false), 'superuser', nullif(r.rolsuper, false),
       'bypasses row security', nullif(r.rolbypassrls, false), 'creates roles', nullif(r.rolcreaterole, false),
       'replicates', nullif(r.rolreplication, false),
       'is member of', (select string_agg(m.roleid::regrole::text, ', ' order by 1) from pg_auth_members m where m.member = r.oid),
       'members', case when r.rolname = names.trail then (select string_agg(m.member::regrole::text, ', ' order by 1)
         from pg_auth_members m join pg_roles o on o.oid = m.member
         where m.roleid = r.oid and m.member not in (names.migrator, names.database_owner) and not o.rolsuper and not o.rolcreaterole) end,
       'settings', (select nullif(string_agg(setting, '; ' order by setting), '')
         from pg_db_role_setting s, unnest(s.setconfig) setting where s.setrole = r.oid and setting ~ ${guarded}
           and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))))
   from pg_roles r where r.rolname in (names.app, names.trail)`,

  // A role that may create roles, such as the administrator of a managed server, can make itself a member of any role.
  `select 'role ' || r.rolname, jsonb_build_object('may act as', g.roles)
   from pg_roles r cross join lateral (
     select string_agg(case g.rolname when names.app then 'application' when names.trail then 'trail' else g.rolname end, ', ' order by 1) as roles
     from pg_roles g
     where g.oid <> r.oid and pg_has_role(r.oid, g.oid, 'member')
       and g.rolname in (names.app, names.trail, 'pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')) g
   where g.roles is not null and not r.rolsuper and not r.rolcreaterole and r.oid not in (names.migrator, names.database_owner)
     and r.rolcanlogin`,

  `select 'default privileges of ' || pg_get_userbyid(d.defaclrole) || coalesce(' in ' || n.nspname, '') || ' for ' || d.defaclobjtype::text,
     jsonb_build_object('grants', d.defaclacl::text)
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace where n.nspname is null or n.nspname in ${ours}`,

  `select 'setting ' || s.name, jsonb_build_object('value', current_setting(s.name))
   from (values ('session_replication_role', 'origin'), ('transform_null_equals', 'off'), ('allow_system_table_mods', 'off'),
     ('zero_damaged_pages', 'off'), ('event_triggers', 'on')) s (name, proper)
   where current_setting(s.name, true) <> s.proper`,
];

/**
 * Returns SQL for everything that the migrations create, as the database describes it: `object` and `facts`. Names of roles do not
 * appear: the application's, the trail's and the owner are named by their purpose. The search path must be empty, so that every name
 * is qualified.
 */
export const catalogueSql = (
  appRole: string,
  trailRole: string,
): RawBuilder<{ object: string; facts: Readonly<Record<string, string | boolean>> }> => sql`
  with names as (
    select ${appRole}::text as app, ${trailRole}::text as trail,
      (select datdba from pg_database where datname = current_database()) as database_owner,
      coalesce((select nspowner from pg_namespace where nspname = 'migrations'),
        (select datdba from pg_database where datname = current_database())) as migrator
  )
  select object, jsonb_strip_nulls(facts) as facts
  from names cross join lateral (${sql.raw(parts.join('\n  union all\n  '))}) things (object, facts)
  order by object collate "C"`;

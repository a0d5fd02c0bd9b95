import type { AuditedTable } from '#server/db/schema/audited-table.ts';

/** A column as the database has it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

const id = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** What the hash of a secret column starts with; the key of the row and the value follow, with a line feed between (AUD-02). */
export const secretHashPrefix = (table: string, column: string): string =>
  `traintrail-secret-1 ${table}.${column} `;

/**
 * AUD-01, DESIGN rule 4: the capture functions and triggers of one table, made from its columns. One INSERT … SELECT for each
 * statement; columns are named in the text, because turning every row to JSON to pick from it costs three times as much.
 * Secret columns leave a hash, bound to their row: what was swapped behind the product's back is found. A write outside a command raises TT001, a changed key TT003.
 */
export function captureSql(table: AuditedTable, columns: readonly Column[]): string {
  const shape = shapeOf(table, columns);
  return [
    captureFunction(
      table,
      'insert',
      shape,
      `'{"after":' || ${shape.image('n')}${shape.secretHashes('n')} || '}'`,
      'new_rows n',
      'n',
      '',
    ),
    captureFunction(
      table,
      'delete',
      shape,
      `'{"before":' || ${shape.image('o')} || '}'`,
      'old_rows o',
      'o',
      '',
    ),
    captureFunction(
      table,
      'update',
      shape,
      shape.difference,
      `new_rows n join old_rows o on o.${id(table.key)} = n.${id(table.key)}`,
      'n',
      `  if exists (select ${id(table.key)} from old_rows except select ${id(table.key)} from new_rows) then
    raise exception 'the key of % cannot be changed', tg_table_name using errcode = 'TT003';
  end if;\n`,
    ),
    triggers(table),
  ].join('\n');
}

interface Shape {
  readonly key: string;
  readonly keyJson: (alias: string) => string;
  readonly person: (alias: string) => string;
  readonly organization: (alias: string) => string;
  readonly image: (alias: string) => string;
  /** Hashes of the secret columns, as a further part of the payload. */
  readonly secretHashes: (alias: string) => string;
  readonly difference: string;
}

function shapeOf(table: AuditedTable, columns: readonly Column[]): Shape {
  const secrets = new Set(table.secrets ?? []);
  const open = columns.filter((column) => !secrets.has(column.name));
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  const keyType = columns.find((column) => column.name === table.key)?.type;
  const own = table.name === 'organizations' ? 'id' : has('organization_id') ? 'organization_id' : undefined;
  const changed = (side: string, names: readonly Column[]): string =>
    names
      .map(
        ({ name }) =>
          `case when n.${id(name)} is distinct from o.${id(name)} then ${text(`"${name}":`)} || ${json(`${side}.${id(name)}`)} end`,
      )
      .join(',\n        ');
  const changedSecrets = [...secrets]
    .map((name) => `case when n.${id(name)} is distinct from o.${id(name)} then ${text(`"${name}"`)} end`)
    .join(', ');
  const secretHash = (alias: string, name: string): string =>
    `coalesce('"' || encode(sha256(convert_to(${text(secretHashPrefix(table.name, name))} || ${alias}.${id(table.key)}::text || chr(10)
          || ${alias}.${id(name)}::text, 'UTF8')), 'hex') || '"', 'null')`;
  const hashes = (alias: string): string =>
    [...secrets].map((name) => `${text(`"${name}":`)} || ${secretHash(alias, name)}`).join(` || ',' || `);
  const changedHashes = [...secrets]
    .map(
      (name) =>
        `case when n.${id(name)} is distinct from o.${id(name)} then ${text(`"${name}":`)} || ${secretHash('n', name)} end`,
    )
    .join(', ');
  return {
    key: id(table.key),
    keyJson: (alias) =>
      keyType === 'integer' || keyType === 'bigint'
        ? `'"' || ${alias}.${id(table.key)} || '"'`
        : `to_json(${alias}.${id(table.key)})::text`,
    person: (alias) => (table.person === undefined ? 'null::text' : `${alias}.${id(table.person)}`),
    organization: (alias) => {
      // A lookup for each row, not a join: the plan is kept for the session, and what suits 20,000 rows would read all people for one.
      const lookup =
        table.organization?.replaceAll(/\brow\./g, `${alias}.`) ??
        (table.person !== undefined && own !== 'id'
          ? `(select u.organization_id from public.users u where u.id = ${alias}.${id(table.person)})`
          : undefined);
      const sources = [...(own ? [`${alias}.${id(own)}`] : []), ...(lookup === undefined ? [] : [lookup])];
      // The command's is only for what belongs to no organization by itself: a person without one is not of the actor's.
      const isPersonal = own !== undefined || table.person !== undefined;
      return `coalesce(${[...sources, ...(isPersonal ? [] : ['command.organization_id'])].join(', ')})`;
    },
    image: (alias) =>
      secrets.size === 0
        ? `row_to_json(${alias})::text`
        : `(select row_to_json(x)::text from (select ${open.map(({ name }) => `${alias}.${id(name)}`).join(', ')}) x)`,
    secretHashes: (alias) => (secrets.size === 0 ? '' : ` || ',"secretHashes":{' || ${hashes(alias)} || '}'`),
    difference: `'{"before":{' || concat_ws(',', ${changed('o', open)}) || '},"after":{' || concat_ws(',', ${changed('n', open)}) || '}'${
      secrets.size === 0
        ? ''
        : ` || coalesce(',"secrets":[' || nullif(concat_ws(',', ${changedSecrets}), '') || ']', '')
        || coalesce(',"secretHashes":{' || nullif(concat_ws(',', ${changedHashes}), '') || '}', '')`
    } || '}'`,
  };
}

const json = (expression: string): string => `coalesce(to_json(${expression})::text, 'null')`;

/** The update's plan is kept too: made for one row it would compare each of 20,000 old rows with each new one, but for enable_nestloop. */
function captureFunction(
  table: AuditedTable,
  kind: 'insert' | 'update' | 'delete',
  shape: Shape,
  payload: string,
  rows: string,
  alias: string,
  check: string,
): string {
  return `
create or replace function audit.${id(`${kind}_${table.name}`)}() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set bytea_output = 'hex'${
    kind === 'update' ? ' set enable_nestloop = off' : ''
  } as $capture$
declare
  command audit.events := audit.require_command(tg_table_name);
  prefix text := audit.header_prefix(command, '${kind}', tg_table_name);
  written_at timestamptz := public.app_now();
begin
${check}  insert into audit.events (id, xid, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id, object_type,
    object_id, outcome, header, salt, payload, payload_hash)
  select e.id, command.xid, command.system_id, written_at, command.id, '${kind}', command.action, command.actor_id, e.organization_id,
    e.subject_id, tg_table_name, e.object_id, 'ok',
    prefix || ',"id":' || e.id || ',"object":' || e.object_json || ',"subject":' || coalesce(to_json(e.subject_id)::text, 'null')
      || ',"organization":' || coalesce(e.organization_id::text, 'null') || ',"outcome":"ok"}',
    e.salt, e.payload, sha256(e.salt || convert_to(e.payload, 'UTF8'))
  from (
    select nextval('audit.event_ids') as id, uuid_send(gen_random_uuid()) as salt, ${alias}.${shape.key}::text as object_id,
      ${shape.keyJson(alias)} as object_json, ${shape.person(alias)} as subject_id, ${shape.organization(alias)} as organization_id,
      ${payload} as payload
    from ${rows}
    offset 0
  ) e${kind === 'update' ? `\n  where e.payload <> '{"before":{},"after":{}}'` : ''};
  return null;
end $capture$;`;
}

function triggers(table: AuditedTable): string {
  const target = `public.${id(table.name)}`;
  const call = (kind: string): string =>
    `for each statement execute function audit.${id(`${kind}_${table.name}`)}()`;
  return `
create or replace trigger audit_insert after insert on ${target} referencing new table as new_rows ${call('insert')};
create or replace trigger audit_update after update on ${target} referencing old table as old_rows new table as new_rows ${call('update')};
create or replace trigger audit_delete after delete on ${target} referencing old table as old_rows ${call('delete')};
create or replace trigger audit_truncate before truncate on ${target} for each statement execute function audit.refuse_change();
${
  table.appendOnly
    ? `create or replace trigger append_only before update or delete on ${target} for each row execute function audit.refuse_change();`
    : ''
}
insert into audit.tracked_tables (name, key_column, person_column, secret_columns, personal_columns, append_only)
values (${text(table.name)}, ${text(table.key)}, ${table.person === undefined ? 'null' : text(table.person)},
  array[${(table.secrets ?? []).map(text).join(', ')}]::text[], array[${(table.personal ?? []).map(text).join(', ')}]::text[],
  ${String(table.appendOnly ?? false)})
on conflict (name) do update set key_column = excluded.key_column, person_column = excluded.person_column,
  secret_columns = excluded.secret_columns, personal_columns = excluded.personal_columns, append_only = excluded.append_only;`;
}

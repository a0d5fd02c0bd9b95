import fs from 'node:fs';
import pg from 'pg';
import { auditRole } from '#server/db/permissions.ts';
import type { Manifest } from './manifest.ts';
import { lastEventSql, schemas } from './tables.ts';

/** The reason why a place cannot receive a backup; the message is for the person who restores. */
export class UnfitPlaceError extends Error {
  override readonly name = 'UnfitPlaceError';
}

/** The rights that the role of DATABASE_ADMIN_URL lacks for a restore, according to the database. */
interface Lacks {
  readonly role: string;
  readonly used: boolean;
  readonly noOwner: boolean;
  readonly noRoles: boolean;
  /** Existing roles of the product that this one may not use. */
  readonly foreignRoles: readonly string[];
  readonly foreignTables: readonly string[];
}

/** The state of a place before a restore: unused, or filled with the rows of an interrupted restore of the same backup. */
export type Place = 'empty' | 'loaded';

/**
 * Examines a database before anything is copied (OPS-04): it must be unused, and the role must be able to create the schema or own it. A
 * superuser is not needed. Throws UnfitPlaceError.
 */
export async function examinePlace(
  adminUrl: string,
  { name }: { readonly name: string },
  { lastEvent }: Pick<Manifest, 'lastEvent'>,
): Promise<Place> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'traintrail restore' });
  await client.connect();
  try {
    const used = await isUsed(client);
    if (used && !(await endsWith(client, lastEvent)))
      throw new UnfitPlaceError('The database is in use: a backup is only restored into an empty one.');
    const lacks = lackOf(await readLacks(client, name), name);
    if (lacks !== null) throw new UnfitPlaceError(`${lacks} A superuser is not needed. Nothing was copied.`);
    return used ? 'loaded' : 'empty';
  } finally {
    await client.end();
  }
}

async function isUsed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.users') is not null as there`,
  );
  if (rows[0]?.there !== true) return false;
  const { rowCount } = await client.query('select 1 from public.users limit 1');
  return rowCount !== 0;
}

/**
 * Returns whether the last event of the trail and its hash match a backup, which means that nobody has changed anything since it
 * was loaded.
 */
async function endsWith(client: pg.ClientBase, event: Manifest['lastEvent']): Promise<boolean> {
  const { rows } = await client.query<NonNullable<Manifest['lastEvent']>>(lastEventSql);
  return event !== null && rows[0]?.id === event.id && rows[0].leaf === event.leaf;
}

async function readLacks(client: pg.ClientBase, appRole: string): Promise<Lacks> {
  const { rows } = await client.query<Lacks>(
    `select current_user as role,
       not ((select pg_has_role(d.datdba, 'usage') from pg_database d where d.datname = current_database())
         and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), true)) as "noOwner",
       not (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
         and not (select count(*) = 2 from pg_roles where rolname in ($1, $2)) as "noRoles",
       -- Before PostgreSQL 16 who may create roles may grant and change every role that is no superuser.
       array(select r.rolname::text from pg_roles r, pg_roles me
         where me.rolname = current_user and r.rolname in ($1, $2) and not me.rolsuper
           and not (me.rolcreaterole and current_setting('server_version_num')::integer < 160000)
           and not pg_has_role(r.oid, case r.rolname when $1 then 'member' else 'member with admin option' end)
         order by 1) as "foreignRoles",
       array(select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = any ($3) and c.relkind = 'r' and not pg_has_role(c.relowner, 'usage') order by 1) as "foreignTables"`,
    [auditRole, appRole, schemas],
  );
  const [row] = rows;
  if (!row) throw new Error('the database told nothing of the role');
  return row;
}

function lackOf(lacks: Lacks, appRole: string): string | null {
  const { role, noOwner, noRoles, foreignRoles, foreignTables } = lacks;
  const who = `The role ${role} of DATABASE_ADMIN_URL cannot restore:`;
  const [table, ...others] = foreignTables;
  if (noOwner) return `${who} it does not own the database, or may not create tables in the schema public.`;
  if (noRoles)
    return `${who} it may not create roles, and ${appRole} or ${auditRole} is missing. Give it CREATEROLE, or create both.`;
  if (foreignRoles.length > 0)
    return `${who} ${foreignRoles.join(' and ')} exist already and are not its to use. Let who created them grant them to ${role} WITH ADMIN OPTION.`;
  if (table !== undefined) return `${who} ${table} and ${others.length} more tables belong to another role.`;
  return null;
}

/** Throws UnfitPlaceError if the stored files of a backup do not fit into the folder; a folder that does not exist yet is not checked. */
export function assertFreeSpace(folder: string, bytes: number): void {
  if (!fs.existsSync(folder)) return;
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  throw new UnfitPlaceError(
    `The stored files of the backup need ${megabytes(bytes)}, and ${folder} has ${megabytes(bavail * bsize)} free. Nothing was copied.`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

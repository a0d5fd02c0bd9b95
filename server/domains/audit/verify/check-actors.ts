import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';
import { readRows } from './trail.ts';

/** Columns of people that decide the permissions of a request, with the words for a different value in the trail. */
const decisive = { role: 'has another role', isActive: 'has them as deactivated' } as const;
type Decisive = keyof typeof decisive;

/** The longest time, in milliseconds, for which a request may continue after a change of its person. */
const longestRequestMs = 15 * 60_000;

/** The value of a column from an event on, and its end. */
interface State {
  readonly event: number;
  readonly value: string;
  until: number;
}

interface Change extends Readonly<Record<Decisive, string | null>> {
  readonly userId: string;
  readonly event: number;
  readonly at: number;
}

interface Request {
  readonly event: number;
  readonly at: number;
  readonly actorId: string;
  readonly role: string;
}

/** The trail about everybody: person → states in their order. */
type States = ReadonlyMap<string, readonly State[]>;

const milliseconds = sql`(extract(epoch from at) * 1000)::float8`;

async function readStates(tx: Transaction<DB>): Promise<Readonly<Record<Decisive, States>>> {
  const states = { role: new Map<string, State[]>(), isActive: new Map<string, State[]>() };
  const changes = readRows(
    tx,
    sql<Change>`
      select object_id as user_id, id as event, ${milliseconds} as at, after ->> 'role' as role, after ->> 'is_active' as is_active
      from audit.events cross join lateral (select coalesce(payload, residual)::jsonb -> 'after' as after) c
      where object_type = 'users' and kind in ('insert', 'update') order by id`,
  );
  for await (const { userId, event, at, ...values } of changes) {
    for (const column of Object.keys(decisive) as Decisive[]) {
      const value = values[column];
      if (value === null) continue;
      const own = states[column].get(userId) ?? [];
      const last = own.at(-1);
      if (last) last.until = at;
      own.push({ event, value, until: Number.POSITIVE_INFINITY });
      states[column].set(userId, own);
    }
  }
  return states;
}

const was = (states: States, { actorId, event, at }: Request, value: string): boolean =>
  states
    .get(actorId)
    ?.some(
      (state) => state.value === value && state.event < event && state.until >= at - longestRequestMs,
    ) === true;

/**
 * Checks that every actor had the role and rights that the trail has for them (AUD-02). Somebody could change a row of `users`
 * past the triggers, use it and restore it. The only trace is then in the commands of that time, which the application proved
 * because it trusted the row.
 */
export async function checkActors(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const states = await readStates(tx);
  const named = new Set<string>();
  const requests = readRows(
    tx,
    sql<Request>`
      select id as event, ${milliseconds} as at, actor_id, role
      from audit.events cross join lateral (select header::jsonb #>> '{facts,role}' as role) f
      where kind in ('command', 'access') and actor_id is not null and role is not null`,
  );
  for await (const request of requests) {
    const { actorId, role, event } = request;
    const values: Readonly<Record<Decisive, string>> = { role, isActive: 'true' };
    for (const column of Object.keys(decisive) as Decisive[]) {
      const name = `${actorId} ${values[column]}`;
      if (was(states[column], request, values[column]) || named.has(name)) continue;
      named.add(name);
      findings.add(
        'history_broken',
        `users ${actorId}`,
        `event ${String(event)} was made by them as ${role}, where the trail ${decisive[column]}: the row was changed and put back`,
      );
    }
  }
}

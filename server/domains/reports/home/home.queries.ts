import { sql, type RawBuilder } from 'kysely';
import { writtenUserSql, type WrittenUser } from '#server/domains/accounts/index.ts';
import { pendingItemsSql, type Waiting } from '#server/domains/hr/index.ts';
import { ownAbsenceSql } from '#server/domains/people/index.ts';
import type { Actor } from '#server/platform/access/actor.ts';

/** The facts of other domains about a person. */
interface Extra {
  readonly person: WrittenUser | null;
  readonly waiting: Waiting | null;
  /** The current absence with its last day; null if the person is not away. */
  readonly away: { readonly until: string | null } | null;
}

/** SQL of the facts of other domains about a person, to be read in the statement of the trainings (PERF-03). */
export const homeFactsSql = (actor: Actor): RawBuilder<Extra> =>
  sql<Extra>`json_build_object('person', ${writtenUserSql(actor.session.sid)}, 'waiting', ${pendingItemsSql(actor.id)},
    'away', ${ownAbsenceSql(actor.id)})`;

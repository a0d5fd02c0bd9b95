import type { Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { loadViewState, progressOf } from '#server/domains/modules/viewing/view-state.ts';

/** Says whether the content of an assignment was seen (VIEW-04). */
export const contentSeen = async (db: Kysely<DB>, assignmentId: number): Promise<boolean> =>
  progressOf(await loadViewState(db, assignmentId)).seen;

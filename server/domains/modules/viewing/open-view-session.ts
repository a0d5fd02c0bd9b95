import type { z } from 'zod';
import type { viewSessionAnswer } from '#shared/contract/viewing.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { loadViewState, progressView } from '#server/domains/modules/viewing/view-state.ts';

/** A viewer session that the server issued, with the progress so far. */
export type ViewSession = z.input<typeof viewSessionAnswer>;

/**
 * Issues a viewer session for an assignment of the person (VIEW-03): pages and seconds count only inside one, from its start
 * by the database's clock. Returns the progress so far, so that reading continues where it stopped. Throws NOT_FOUND.
 */
export async function openViewSession(
  tx: CommandTransaction,
  { assignmentId, userId }: { readonly assignmentId: number; readonly userId: string },
): Promise<ViewSession> {
  const state = await loadViewState(tx.db, assignmentId, { userId, lock: true });
  const session = await tx.db
    .insertInto('viewerSessions')
    .values({ assignmentId, moduleVersionId: state.versionId })
    .returning(['id', 'startedAt'])
    .executeTakeFirstOrThrow();
  return {
    ...progressView(state),
    viewSessionId: session.id,
    startedAt: session.startedAt,
    moduleId: state.moduleId,
    versionId: state.versionId,
    versionNumber: state.versionNumber,
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { whileConverting } from '#app/features/files/module-file.ts';
import { ApiError, isNotFound } from '#app/lib/api-error.ts';
import { call, keyOf, pageFor, queryFor } from '#app/lib/client.ts';

/** A module in the viewer. */
export type ViewedModule = ResponseOf<typeof modulesContract.get>;
/** The viewer session that the server issued (VIEW-03). */
export type ViewSession = ResponseOf<typeof ownAssignmentsContract.openView>;

/** Returns the assignment to read: the open one, or else the one that was completed last. */
export function assignmentToRead(rows: readonly OwnAssignment[]): OwnAssignment | undefined {
  return rows
    .filter(({ status }) => status !== 'voided')
    .toSorted(
      (one, other) => Number(isOpen(other.status)) - Number(isOpen(one.status)) || other.cycle - one.cycle,
    )[0];
}

/** The state of the viewer. */
export type Viewing =
  | { readonly state: 'loading' }
  | { readonly state: 'notFound' }
  | { readonly state: 'noContent'; readonly assignment: OwnAssignment }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void; readonly busy: boolean }
  | {
      readonly state: 'ready';
      readonly module: ViewedModule;
      /** Null for people who look at a module that they do not have to learn: then nothing is recorded. */
      readonly reading: { readonly assignment: OwnAssignment; readonly session: ViewSession } | null;
      /** Opens the content again: the server has ended the session. */
      readonly reopen: () => void;
    };

/**
 * All data of one module in the viewer (SPEC §2.17): the person's own assignment, a viewer session for it, which starts it
 * (VIEW-03), and the module in the assigned version.
 */
export function useViewing(moduleId: string): Viewing {
  const client = useQueryClient();
  const isId = /^[1-9]\d{0,9}$/.test(moduleId);
  const mine = useQuery({ ...pageFor(assignmentsContract.mine, { query: { moduleId } }), enabled: isId });
  const assignment = mine.data && assignmentToRead(mine.data.rows);
  const params = { id: assignment?.id ?? 0 };
  const sessionKey = keyOf(ownAssignmentsContract.openView, { params });
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => call(ownAssignmentsContract.openView, { params }),
    enabled: assignment !== undefined,
    // A later visit opens the content again.
    gcTime: 0,
  });
  const version = session.data ? { version: String(session.data.versionId) } : {};
  const module = useQuery({
    ...queryFor(modulesContract.get, { params: { id: moduleId }, query: version }),
    refetchInterval: whileConverting,
    enabled: mine.isSuccess && (assignment === undefined || session.isSuccess),
  });
  const reopen = useCallback(() => {
    void client.invalidateQueries({ queryKey: keyOf(ownAssignmentsContract.openView) });
  }, [client]);
  if (!isId) return { state: 'notFound' };
  if (assignment && session.error && isWithoutContent(session.error))
    return { state: 'noContent', assignment };
  if (module.error && isNotFound(module.error)) return { state: 'notFound' };
  const broken = [mine, session, module].find((query) => query.error && !query.data);
  if (broken) {
    const retry = (): void => void broken.refetch();
    return { state: 'failed', error: broken.error, retry, busy: broken.isFetching };
  }
  if (!module.data) return { state: 'loading' };
  const reading = assignment && session.data ? { assignment, session: session.data } : null;
  return { state: 'ready', module: module.data, reading, reopen };
}

/** It may not be started yet, or has no version to show: the person has an assignment, so the module does exist. */
function isWithoutContent(error: Error): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.code === 'CONTENT_NOT_AVAILABLE');
}

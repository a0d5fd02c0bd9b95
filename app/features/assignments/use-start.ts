import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';

/** How long after the start the module opens (SPEC §9), in milliseconds. */
export const opensAfter = 500;

/** Where a module is read (SPEC §2.6). */
export function modulePath(moduleId: number): string {
  return `/training-module/${moduleId}`;
}

function openModule(moduleId: number): void {
  const tab = window.open(modulePath(moduleId), '_blank');
  // A browser that blocks new tabs must not keep the person from the training.
  if (tab === null) window.location.assign(modulePath(moduleId));
}

/**
 * Start (SPEC §2.6, §4; LRN-02): sets in_progress, then opens the module in a new tab after 500 ms; without content
 * nothing happens but the toast 'Content Not Available'.
 */
export function useStart() {
  const start = useCommand(assignmentsContract.setStatus, {
    success: messages.statusUpdated,
    failure: messages.statusUpdateFailed,
    onSuccess: ({ moduleId }) => void setTimeout(() => openModule(moduleId), opensAfter),
    onError: ({ code }) => {
      if (code !== 'CONTENT_NOT_AVAILABLE') return false;
      showToast(messages.contentNotAvailable);
      return true;
    },
  });
  return {
    start: ({ id, module }: Pick<ListedTraining, 'id' | 'module'>): void => {
      if (module.canStart) start.mutate({ params: { id }, body: { status: 'in_progress' } });
      else showToast(messages.contentNotAvailable);
    },
    /** The assignment that is being started. */
    startingId: start.isPending ? Number(start.variables.params.id) : null,
  };
}

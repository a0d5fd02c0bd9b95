import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';

/** The time between the start and the opening of the module (SPEC §9), in milliseconds. */
export const opensAfter = 500;

/** Returns the path of the page on which a module is read (SPEC §2.6). */
export function modulePath(moduleId: number): string {
  return `/training-module/${moduleId}`;
}

function openModule(moduleId: number): void {
  const tab = window.open(modulePath(moduleId), '_blank');
  // If the browser blocks new tabs, the training opens in this one.
  if (tab === null) window.location.assign(modulePath(moduleId));
}

/**
 * Starts a training (SPEC §2.6, §4; LRN-02): sets in_progress, then opens the module in a new tab after 500 ms. Without content,
 * only the toast 'Content Not Available' is shown.
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

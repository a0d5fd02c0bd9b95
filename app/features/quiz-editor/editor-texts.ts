import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** The messages of the quiz editor after its calls. */
export const editorMessages = {
  saved: {
    tone: 'default',
    title: msg`Quiz Saved`,
    text: msg`New attempts use these questions.`,
  },
  saveFailed: {
    tone: 'destructive',
    title: msg`Save Failed`,
    text: msg`The quiz could not be saved. Please try again.`,
    serverFirst: true,
  },
  removed: { tone: 'default', title: msg`Quiz Removed` },
} as const satisfies Record<string, ToastRow>;

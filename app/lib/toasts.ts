import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

/** A row of the table of SPEC §8: the text of a toast. `serverFirst` shows the server's message if it sent one. */
export interface ToastRow {
  readonly tone: 'default' | 'destructive';
  readonly title: MessageDescriptor;
  readonly text?: MessageDescriptor;
  readonly serverFirst?: true;
  /** A sentence after the text. */
  readonly note?: MessageDescriptor;
}

/** A toast on the screen: its texts are final, so that a later change of language does not affect it. */
export interface Toast {
  readonly id: number;
  readonly tone: 'default' | 'destructive';
  readonly title: string;
  readonly text: string | undefined;
}

/** The time for which a toast is shown (SPEC §9), in milliseconds. */
export const toastDuration = 5000;

let current: Toast | null = null;
let counter = 0;
const listeners = new Set<() => void>();

function set(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast that replaces the one before (SPEC §2.3, SHELL-06). */
export function showToast(
  row: ToastRow,
  options: { values?: Record<string, string | number> | undefined; detail?: string | undefined } = {},
): void {
  counter += 1;
  const own = row.text && i18n._({ ...row.text, values: options.values });
  const server = row.serverFirst ? options.detail : undefined;
  const text = server ?? own;
  set({
    id: counter,
    tone: row.tone,
    title: i18n._({ ...row.title, values: options.values }),
    text: row.note ? [text?.replace(/\.?$/, '.'), i18n._(row.note)].filter(Boolean).join(' ') : text,
  });
}

/** Hides a toast; an older id leaves a newer toast unchanged. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

/** Calls back at every change of the visible toast; returns a function that stops it. */
export function watchToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the visible toast, or null. */
export function currentToast(): Toast | null {
  return current;
}

/** The visible toast, for components. */
export function useToast(): Toast | null {
  return useSyncExternalStore(watchToast, currentToast);
}

import { msg } from '@lingui/core/macro';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';

const blank: ToastRow = {
  tone: 'destructive',
  title: msg`Empty File`,
  text: msg({ message: '{file}: its pages have no text or pictures. Check the file.' }),
};

/** Warns the author that a file that was just stored is blank (MOD-09); does nothing if no file is blank. */
export function warnOfBlankFile(
  files: readonly { readonly originalName: string; readonly isBlank: boolean }[],
): void {
  const found = files.find(({ isBlank }) => isBlank);
  if (found) showToast(blank, { values: { file: found.originalName } });
}

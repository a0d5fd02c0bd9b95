import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconUpload,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { pastImportsContract } from '#shared/contract/past-imports.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** A state of an import, of people or of past completions. */
export type ImportState = ResponseOf<typeof pastImportsContract.get>['state'];

/** Returns whether the server is working on an import. */
export const isBusy = (state: ImportState): boolean =>
  state === 'checking' || state === 'importing' || state === 'reversing';
/** Returns whether an import can still be cancelled. */
export const isOpen = (state: ImportState): boolean =>
  ['uploaded', 'checking', 'checked', 'importing'].includes(state);

/** The label, tone and icon of each state of an import. */
export const stateLooks: Readonly<
  Record<ImportState, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: Icon }>
> = {
  uploaded: { label: msg`Choose columns`, tone: 'blue', icon: IconUpload },
  checking: { label: msg`Checking`, tone: 'blue', icon: IconClock },
  checked: { label: msg`Ready to review`, tone: 'amber', icon: IconListCheck },
  importing: { label: msg`Importing`, tone: 'blue', icon: IconClock },
  done: { label: msg`Done`, tone: 'green', icon: IconCircleCheck },
  failed: { label: msg`Failed`, tone: 'red', icon: IconX },
  cancelled: { label: msg`Cancelled`, tone: 'gray', icon: IconBan },
  reversing: { label: msg`Reversing`, tone: 'blue', icon: IconClock },
  reversed: { label: msg`Reversed`, tone: 'gray', icon: IconArrowBackUp },
};

/** Shown when a step of an import failed. */
export const notDone: ToastRow = {
  tone: 'destructive',
  title: msg`The import did not continue`,
  text: msg`Try again.`,
  serverFirst: true,
};

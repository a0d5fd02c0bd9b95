import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** What the server says of integrity checks, in the person's language. */
export const integrityTexts: readonly ServerText[] = [
  ['An integrity check is already under way.', msg`An integrity check is already under way.`],
  ['This integrity check is already over.', msg`This integrity check is already over.`],
  [
    'The list of findings has changed. Review it again before you sign.',
    msg`The list of findings has changed. Review it again before you sign.`,
  ],
];

addServerTexts(integrityTexts);

/** Said when a check starts. */
export const started: ToastRow = {
  tone: 'default',
  title: msg`Integrity check started`,
  text: msg`You can leave this page. All administrators are notified of new findings.`,
};

/** Said when a check could not be started. */
export const notStarted: ToastRow = {
  tone: 'destructive',
  title: msg`The integrity check was not started`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Said when a check could not be cancelled. */
export const notCancelled: ToastRow = {
  tone: 'destructive',
  title: msg`The integrity check was not cancelled`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Said when the findings changed before they were signed. */
export const notSigned: ToastRow = {
  tone: 'destructive',
  title: msg`Nothing was signed`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Said when the program that checks proofs offline did not arrive. */
export const verifierNotDownloaded: ToastRow = {
  tone: 'destructive',
  title: msg`Download Failed`,
  text: msg`Try again.`,
  serverFirst: true,
};

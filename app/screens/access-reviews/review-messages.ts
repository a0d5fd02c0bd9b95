import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** What the server says of access reviews, in the person's language. */
export const reviewTexts: readonly ServerText[] = [
  [
    'An access review of this organization is open already.',
    msg`An access review of this organization is open already.`,
  ],
  ['This access review is over.', msg`This access review is over.`],
  [
    'Another administrator must answer for your own account.',
    msg`Another administrator must answer for your own account.`,
  ],
  [
    'Another administrator must answer for your own account before you sign.',
    msg`Another administrator must answer for your own account before you sign.`,
  ],
  [
    'The account has changed since you saw it. Review it again.',
    msg`The account has changed since you saw it. Review it again.`,
  ],
  [
    'Some accounts have no answer, or have changed since they were answered for. Review them before you sign.',
    msg`Some accounts have no answer, or have changed since they were answered for. Review them before you sign.`,
  ],
  [
    'The review has changed since you saw it. Look at it again before you sign.',
    msg`The review has changed since you saw it. Look at it again before you sign.`,
  ],
  ['The account has this role already.', msg`The account has this role already.`],
  ['The account does not have this grant.', msg`The account does not have this grant.`],
  ['Change one account at a time.', msg`Change one account at a time.`],
  ['Choose another role or grants to revoke.', msg`Choose another role or grants to revoke.`],
];

addServerTexts(reviewTexts);

/** Said when an answer could not be kept. */
export const notAnswered: ToastRow = {
  tone: 'destructive',
  title: msg`The answer was not saved`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Said when a review could not be opened. */
export const notOpened: ToastRow = {
  tone: 'destructive',
  title: msg`The access review was not opened`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Said when accounts changed before the signature. */
export const notSigned: ToastRow = {
  tone: 'destructive',
  title: msg`The access review was not signed`,
  serverFirst: true,
};

/** Said when a review was cancelled. */
export const cancelled: ToastRow = { tone: 'default', title: msg`Access review cancelled` };

/** Said when the interval was saved. */
export const scheduled: ToastRow = { tone: 'default', title: msg`Interval saved` };

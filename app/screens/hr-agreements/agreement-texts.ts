import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AgreementEvent } from '#shared/domain/hr/agreements.ts';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** What was done with an agreement, in words (HR-03). */
export const agreementEventLabels: Readonly<Record<AgreementEvent, MessageDescriptor>> = {
  created: msg`Drafted`,
  changed: msg`Terms changed`,
  uploaded: msg`Document uploaded`,
  sent: msg`Sent for signature`,
  withdrawn: msg`Returned to draft`,
  signed: msg`Signed`,
  declined: msg`Declined`,
  notice_given: msg`Notice given`,
  terminated: msg`Terminated`,
};

/** What the server says of agreements, to the letter (SHELL-09). */
export const agreementTexts: readonly ServerText[] = [
  ['Upload the agreement before you send it.', msg`Upload the agreement before you send it.`],
  [
    'It has been signed already. Terminate it instead.',
    msg`It has been signed already. Terminate it instead.`,
  ],
  [
    'The other party can no longer sign in. Choose another party.',
    msg`The other party can no longer sign in. Choose another party.`,
  ],
  ['The end must not be before the start', msg`The end must not be before the start`],
  [
    'Choose a person or give the name of the other party',
    msg`Choose a person or give the name of the other party`,
  ],
  ['Choose an organization', msg`Choose an organization`],
  ['Choose a day on or after the start date', msg`Choose a day on or after the start date`],
  ['Choose a day before the agreed end date', msg`Choose a day before the agreed end date`],
  [
    'Only a signed agreement that has not ended can be ended by notice.',
    msg`Only a signed agreement that has not ended can be ended by notice.`,
  ],
];

addServerTexts(agreementTexts);

/** What is said once something was done. */
export const agreementMessages = {
  created: { tone: 'default', title: msg`Agreement drafted`, text: msg`Upload its document, then send it.` },
  changed: { tone: 'default', title: msg`Agreement saved` },
  sent: { tone: 'default', title: msg`Sent for signature` },
  withdrawn: { tone: 'default', title: msg`Returned to draft` },
  terminated: { tone: 'default', title: msg`Agreement ended` },
  noticeGiven: { tone: 'default', title: msg`Notice recorded` },
} as const satisfies Readonly<Record<string, ToastRow>>;

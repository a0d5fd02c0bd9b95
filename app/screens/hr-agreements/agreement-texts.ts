import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AgreementEvent } from '#shared/domain/hr/agreements.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** The events of an agreement, in words (HR-03). */
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

/** The messages after an action. */
export const agreementMessages = {
  created: { tone: 'default', title: msg`Agreement drafted`, text: msg`Upload its document, then send it.` },
  changed: { tone: 'default', title: msg`Agreement saved` },
  sent: { tone: 'default', title: msg`Sent for signature` },
  withdrawn: { tone: 'default', title: msg`Returned to draft` },
  terminated: { tone: 'default', title: msg`Agreement ended` },
  noticeGiven: { tone: 'default', title: msg`Notice recorded` },
} as const satisfies Readonly<Record<string, ToastRow>>;

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CompletionPolicy } from '#shared/domain/modules/completion-policy.ts';

/** Names of the content types (SPEC §3). */
export const contentTypeLabels: Readonly<Record<string, MessageDescriptor>> = {
  video: msg`Video`,
  pdf: msg`PDF`,
  'self-learning': msg`Self-learning`,
  'instructor-led': msg`Instructor-led`,
  'virtual-classroom': msg`Virtual classroom`,
  quiz: msg`Quiz`,
  presentation: msg`Presentation`,
  webinar: msg`Webinar`,
  'hands-on': msg`Hands-on`,
  'e-learning': msg`E-learning`,
  text: msg`Text`,
};

/** The ways to complete a module (SIG-02). */
export const policyLabels: Readonly<Record<CompletionPolicy, MessageDescriptor>> = {
  signed: msg`Signed after reading it`,
  self_attest: msg`Self-attested: without a signature`,
  quiz: msg`Quiz: passed and signed`,
};

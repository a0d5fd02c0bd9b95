import { msg } from '@lingui/core/macro';
import { addServerTexts } from '#app/lib/server-texts.ts';

/** What the server says when it needs a proof of identity (SIG-05, AUTH-19). */
addServerTexts([
  ['Confirm your identity to continue.', msg`Confirm your identity to continue.`],
  [
    'Someone else changed this account. Confirm your identity before you sign.',
    msg`Someone else changed this account. Confirm your identity before you sign.`,
  ],
  [
    'Confirm your identity again with your organization.',
    msg`Confirm your identity again with your organization.`,
  ],
]);

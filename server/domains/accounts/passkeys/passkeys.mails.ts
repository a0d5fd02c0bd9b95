import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail, withSecret } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

/** The person's name for a passkey. */
interface Named {
  readonly name: string;
}

const passkeyAddedTexts = defineTexts('accounts.passkeyAdded', {
  subject: 'A passkey was added to your account',
  lines: [
    'The passkey "{name}" was added to your TrainTrail account. It can sign in and sign documents for you.',
    'If this was not you, use the link below within seven days: the passkey is removed, everyone is signed out, no password works, and you choose a new one. Then tell your system administrator.',
  ],
  label: 'Stop the change',
});

/** Informs a person that a passkey was added to the account, with the link that stops it (AUTH-19). */
export const passkeyAddedMail: MailTemplate<Named & { readonly secret?: string }> = {
  name: 'accounts.passkeyAdded',
  category: 'security',
  render: (language, { secret = '', ...facts }) =>
    translatedMail(
      translateAll(language, passkeyAddedTexts, facts),
      withSecret('/stop-email-change', secret),
    ),
};

const passkeyRevokedTexts = defineTexts('accounts.passkeyRevoked', {
  subject: 'A passkey of your account was revoked',
  lines: [
    'The passkey "{name}" of your TrainTrail account was revoked. It no longer works.',
    'If this was not you, change your password and contact your system administrator immediately.',
  ],
  label: 'Open Settings',
});

/** Informs a person that a passkey of the account was revoked (AUTH-19). */
export const passkeyRevokedMail: MailTemplate<Named> = {
  name: 'accounts.passkeyRevoked',
  category: 'security',
  render: (language, facts) =>
    translatedMail(translateAll(language, passkeyRevokedTexts, facts), '/settings'),
};

const passkeyCopiedTexts = defineTexts('accounts.passkeyCopied', {
  subject: 'Someone may have copied your passkey',
  lines: [
    'Your passkey "{name}" was used in a way that shows that a copy of it exists. It was refused and revoked, and you were signed out everywhere.',
    'Sign in another way and add a new passkey. If you did not copy it yourself, contact your system administrator immediately.',
  ],
  label: 'Open Settings',
});

/** Informs a person that a copy of a passkey was used (AUTH-19). */
export const passkeyCopiedMail: MailTemplate<Named> = {
  name: 'accounts.passkeyCopied',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, passkeyCopiedTexts, facts), '/settings'),
};

/** The owner of the passkey. */
interface OfPerson {
  readonly person: string;
}

const copiedPasskeyAlertTexts = defineTexts('accounts.passkeyCopiedAlert', {
  subject: 'A copied passkey was used',
  lines: [
    'A passkey of {person} was used in a way that shows that a copy of it exists. It was refused and revoked, and the person was signed out everywhere.',
    'Ask the person what happened. The audit trail shows where the attempt came from.',
  ],
  label: 'Open Users',
});

/** Informs administrators that a copy of a passkey was used (AUTH-19). */
export const copiedPasskeyAlertMail: MailTemplate<OfPerson> = {
  name: 'accounts.passkeyCopiedAlert',
  category: 'security',
  render: (language, facts) =>
    translatedMail(translateAll(language, copiedPasskeyAlertTexts, facts), '/users'),
};

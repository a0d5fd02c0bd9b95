import { languages, type Language } from '#shared/domain/people/settings.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import type { Translated } from '#server/platform/texts/translate.ts';

/** The texts of a certificate (LRN-05, SHELL-09). */
export const certificateTexts = defineTexts('certificate', {
  title: 'Certificate of Completion',
  certifies: 'This certifies that',
  completed: 'has completed the training',
  reference: 'Reference',
  version: 'Version',
  score: 'Score',
  completedOn: 'Completed',
  recordedOn: 'Recorded',
  validUntil: 'Valid until',
  noEnd: 'No end date',
  signedBy: 'Electronically signed by',
  notSigned: 'Confirmed by the learner; this training asks for no signature.',
  recorded: 'Training of the past, recorded by an administrator; not signed by the learner.',
  number: 'Certificate',
  verify: 'Verify this certificate at',
  signingKey: 'Signed with key',
  notValid: 'NOT VALID',
  revoked: 'REVOKED',
  expired: 'EXPIRED',
  qr: 'QR code to verify this certificate',
  reasons: {
    moved: 'The signature belongs to another record.',
    record_changed: 'The record was changed after it was signed.',
    content_changed: 'The content is not the one that was signed.',
    signature_changed: 'The signature itself was changed.',
    unknown_key: 'The signature uses a key that this installation does not have.',
    retired_key: 'The signature uses a key that was no longer in use at that time.',
    missing: 'The signature of this record is missing.',
  },
});

/** The texts of a certificate in one language. */
export type CertificateTexts = Translated<typeof certificateTexts>;

/** Returns the language of a paper: that of the person's settings, English without one. */
export function certificateLanguage(setting: string | null): Language {
  return languages.find((language) => language === setting) ?? 'en';
}

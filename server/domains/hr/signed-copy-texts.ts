import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of the signature page of a signed copy (HR-03). */
export const signedCopyTexts = defineTexts('hr.signedCopy', {
  title: 'Signatures',
  agreement: 'Agreement',
  organization: 'Organization',
  party: 'Other party',
  start: 'Start date',
  end: 'End date',
  noEnd: 'No end',
  endsByNotice: 'Ends by notice on',
  notice: 'Notice (days)',
  file: 'Signed document',
  hash: 'SHA-256 of the signed document',
  bySide: { organization: 'For the organization', party: 'The other party' },
  at: 'Signed on',
  notValid: 'This signature is not valid:',
  onPaper: 'The other party has signed the document on paper.',
  pagesBefore: 'The pages before this one are the signed document.',
  onlyAttached: 'The signed document cannot be shown as pages.',
  attached: 'The signed document itself is attached to this file, byte for byte.',
});

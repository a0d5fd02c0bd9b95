import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of reminders of documents (NOT-04). */
export const expiryTexts = defineTexts('reminders.expiry', {
  subject:
    '{count, plural, one {{count} document expires or is to be read or reviewed} other {{count} documents expire or are to be read or reviewed}}',
  own: 'Your documents',
  hr: 'Documents of your organization',
  all: 'Documents of all organizations',
  ownCv: 'Your CV',
  cvOf: 'CV of {person}',
  called: {
    agreement: 'Agreement “{title}”',
    review: 'Document “{title}”',
    registration: 'Registration “{title}”',
    reading: '“{title}” to read and acknowledge',
  },
  lastDay: 'last day {date}',
  reviewOn: 'review on {date}',
  noticeBy: 'give notice or renew by {date}',
  more: 'And {count} more.',
  openOwn: 'Open my documents',
  openArea: 'Open the HR area',
});

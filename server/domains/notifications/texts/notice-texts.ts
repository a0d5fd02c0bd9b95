import { defineTexts } from '#shared/texts/define-texts.ts';

/** Title and message of each type of notification (NOT-01). */
export const noticeTexts = defineTexts('notice', {
  first_login: { title: 'First sign-in', message: '{name} signed in for the first time.' },
  user_registered: {
    title: '{people, plural, =1 {New person} other {New people}}',
    message: '{people, plural, =1 {{name} was added.} other {{people} people were added.}}',
  },
  password_reset: { title: 'Password reset', message: 'The password of {name} was reset.' },
  training_completed: {
    title: 'Training completed',
    message: '{self, select, true {You completed “{title}”.} other {{name} completed “{title}”.}}',
  },
  matrix_completed: {
    title: 'Training matrix completed',
    message: '{name} completed everything that “{matrix}” requires.',
  },
  overdue_training: {
    title: 'Overdue training',
    message: '“{title}” was due on {date}, and {name} has not completed it.',
  },
  renewal_due: {
    title: 'Renewal due',
    message:
      '{self, select, true {Please renew “{title}” by {date}.} other {{name} has to renew “{title}” by {date}.}}',
  },
  matrix_assigned: {
    title: 'Training matrix assigned',
    message:
      '{people, plural, =1 {{self, select, true {You were given trainings of “{matrix}”.} other {{name} was given trainings of “{matrix}”.}}} other {{people} people of your team were given trainings of “{matrix}”.}}',
  },
  training_assigned: {
    title: 'New training',
    message: '“{title}” was assigned to you. It is due on {date}.',
  },
  account_locked: {
    title: 'Account locked',
    message:
      'The account of {name} is locked after too many wrong passwords or codes. Unlock it under Users.',
  },
  sign_in_failures: {
    title: 'Failed sign-ins',
    message:
      '{people} attempts on the account of {name} failed within an hour. Ask whether it was a mistake.',
  },
  job_title_changed: {
    title: 'Training Category changed',
    message:
      '{name} changed their Training Category from “{from}” to “{to}”. Assigned trainings stay as they are.',
  },
  new_version: {
    title: 'New version',
    message: '“{title}”, which you have started, now has the new version {version}. Please start it again.',
  },
  name_requested: {
    title: 'Name change to approve',
    message: '{name} requests another name on signatures. Approve it or decline it with a reason.',
  },
  identity_requested: {
    title: 'Confirmation of identity',
    message:
      '{name} cannot sign and requests that you confirm their identity. Ask for the code that is shown to them.',
  },
  access_review_due: {
    title: 'Access review',
    message:
      '{people, plural, =1 {The access review of 1 organization needs your attention.} other {The access reviews of {people} organizations need your attention.}}',
  },
  inspection_requested: {
    title: 'Inspection request',
    message: '{name} sent a request in the inspection “{title}”.',
  },
  inspection_answered: {
    title: 'Inspection request answered',
    message: 'Your request in the inspection “{title}” was answered.',
  },
  export_ready: {
    title: 'Scheduled export ready',
    message: 'The scheduled export “{title}” is ready. Download it within seven days.',
  },
  export_stopped: {
    title: 'Scheduled export not prepared',
    message: 'The scheduled export “{title}” was not prepared. Open Export Data to see why.',
  },
  webhook_failed: {
    title: 'Webhook failed',
    message:
      'The webhook “{title}” could not deliver events for three days. Send them again when its receiver works.',
  },
  webhook_gone: {
    title: 'Webhook turned off',
    message: 'The receiver of the webhook “{title}” answered that it is gone. The webhook is now off.',
  },
  integrity_findings: {
    title: 'Integrity check',
    message:
      '{people, plural, =1 {1 new finding needs your attention.} other {{people} new findings need your attention.}}',
  },
});

/** Title and messages about documents that expire (NOT-04). */
export const expiringTexts = defineTexts('notice.document_expiring', {
  title: 'Documents that expire',
  several: '{people} documents that you look after expire or are to be reviewed.',
  severalFrom: '{people} documents that you look after expire or are to be reviewed, the first on {date}.',
  ownCv: 'The last day of your CV is {date}.',
  cv: 'The last day of the CV of {name} is {date}.',
  notice: 'Notice of the agreement “{title}” is to be given, or it is to be renewed, by {date}.',
  agreement: 'The last day of the agreement “{title}” is {date}.',
  review: 'The day for the review of “{title}” is {date}.',
  registration: 'The last day of the registration “{title}” is {date}.',
  reading: '“{title}” is to be read and acknowledged by {date}.',
});

/** The text in place of a missing Training Category. */
export const unspecifiedTexts = defineTexts('notice.unspecified', { category: 'Not specified' });

import type { NoticeTexts } from './texts.ts';

/** The notifications in English. */
export const english: NoticeTexts = {
  first_login: ({ name }) => ['First sign-in', `${name} signed in for the first time.`],
  user_registered: ({ name, people }) =>
    people > 1 ? ['New people', `${people} people were added.`] : ['New person', `${name} was added.`],
  password_reset: ({ name }) => ['Password reset', `The password of ${name} was reset.`],
  training_completed: ({ name, title, self }) => [
    'Training completed',
    self ? `You completed “${title}”.` : `${name} completed “${title}”.`,
  ],
  matrix_completed: ({ name, matrix }) => [
    'Training matrix completed',
    `${name} completed everything that “${matrix}” requires.`,
  ],
  overdue_training: ({ name, title, date }) => [
    'Overdue training',
    `“${title}” was due on ${date}, and ${name} has not completed it.`,
  ],
  renewal_due: ({ name, title, date, self }) => [
    'Renewal due',
    self ? `Please renew “${title}” by ${date}.` : `${name} has to renew “${title}” by ${date}.`,
  ],
  matrix_assigned: ({ name, matrix, people, self }) => [
    'Training matrix assigned',
    people > 1
      ? `${people} people of your team were given trainings of “${matrix}”.`
      : self
        ? `You were given trainings of “${matrix}”.`
        : `${name} was given trainings of “${matrix}”.`,
  ],
  training_assigned: ({ title, date }) => [
    'New training',
    `“${title}” was assigned to you. It is due on ${date}.`,
  ],
  account_locked: ({ name }) => [
    'Account locked',
    `The account of ${name} is locked after too many wrong passwords or codes. Unlock it under Users.`,
  ],
  sign_in_failures: ({ name, people }) => [
    'Failed sign-ins',
    `${people} attempts on the account of ${name} failed within an hour. Ask whether it was a mistake.`,
  ],
  job_title_changed: ({ name, from, to }) => [
    'Training Category changed',
    `${name} changed the own Training Category from “${from || 'Not specified'}” to “${to || 'Not specified'}”. Assigned trainings stay as they are.`,
  ],
  new_version: ({ title, version }) => [
    'New version',
    `“${title}”, which you have begun, now has the new version ${version}. Please begin again with it.`,
  ],
  name_requested: ({ name }) => [
    'Name change to approve',
    `${name} requests another name on signatures. Approve it or decline it with a reason.`,
  ],
  identity_requested: ({ name }) => [
    'Confirmation of identity',
    `${name} cannot sign and requests that you confirm their identity. Ask for the code that is shown to them.`,
  ],
  access_review_due: ({ people }) => [
    'Access review',
    people === 1
      ? 'The access review of 1 organization needs your attention.'
      : `The access reviews of ${people} organizations need your attention.`,
  ],
  integrity_findings: ({ people }) => [
    'Integrity check',
    people === 1 ? '1 new finding needs your attention.' : `${people} new findings need your attention.`,
  ],
  document_expiring: ({ expires, name, title, date, people, self }) => [
    'Documents that expire',
    people > 1
      ? `${people} documents that you look after expire or are to be reviewed${date && `, the first on ${date}`}.`
      : {
          cv: self ? `The last day of your CV is ${date}.` : `The last day of the CV of ${name} is ${date}.`,
          notice: `Notice of the agreement “${title}” is to be given, or it is to be renewed, by ${date}.`,
          agreement: `The last day of the agreement “${title}” is ${date}.`,
          review: `The day for the review of “${title}” is ${date}.`,
          registration: `The last day of the registration “${title}” is ${date}.`,
          reading: `“${title}” is to be read and acknowledged by ${date}.`,
        }[expires],
  ],
};

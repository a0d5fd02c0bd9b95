import { exemptFigureTables } from './exempt-figure-tables.ts';
import { exemptMessageTables } from './exempt-message-tables.ts';
import { exemptPersonTables } from './exempt-person-tables.ts';
import { exemptTokenTables } from './exempt-token-tables.ts';
import type { AppPrivilege, ExemptTable } from './audited-table.ts';

const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];
const append: readonly AppPrivilege[] = ['insert'];

/** The tables that the trail leaves out, and what `verify` does with each (AUD-04). */
export const exemptTables: readonly ExemptTable[] = [
  {
    name: 'sessions',
    exempt: 'live state of signing in; sign-in and sign-out are accesses in the trail',
    proof: { none: 'who is signed in now; `verify` names a session that the application did not open' },
    app: change,
  },
  {
    name: 'sign_in_throttles',
    exempt: 'counters; each attempt is an access in the trail',
    proof: { none: 'how long an address has to wait now' },
    app: change,
  },
  {
    name: 'authenticator_steps',
    exempt: 'which codes were used; each use is a command or an access in the trail',
    proof: { none: 'whether a code may be used once more' },
    app: change,
  },
  {
    name: 'passkey_challenges',
    exempt: 'which challenges were answered; each use is a command in the trail',
    proof: { none: 'whether an answer may be used once more' },
    app: change,
  },
  {
    name: 'saml_used_ids',
    exempt: 'which messages of the identity provider were used; each use is a command in the trail',
    proof: { none: 'whether a message may be used once more' },
    app: change,
  },
  {
    name: 'one_time_tokens',
    exempt: 'short-lived secrets; asking for and using one is a command in the trail',
    proof: { none: 'whether a link still works; `verify` names one that the application did not make' },
    app: change,
  },
  ...exemptTokenTables,
  ...exemptPersonTables,
  {
    name: 'calendar_fetches',
    exempt: 'when a calendar last asked, several times a day; the link itself is audited',
    proof: { none: 'shown to the owner of the link only' },
    app: change,
  },
  {
    name: 'file_checks',
    exempt: 'what was last measured of a stored file; it is measured again at any time',
    proof: { none: '`verify` reads every stored file itself' },
    app: change,
  },
  {
    name: 'upload_counts',
    exempt: 'counters of the day; the files that result are audited',
    proof: { none: 'how much a person may upload today' },
    app: change,
  },
  {
    name: 'file_fetches',
    exempt: 'reading in progress; the first read of a session is an access in the trail',
    proof: { none: 'whether pages may count now; what was completed says its record' },
    app: change,
  },
  {
    name: 'viewer_sessions',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    proof: { none: 'whether a person may complete now; the record says what was completed' },
    app: change,
  },
  {
    name: 'page_views',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    proof: { none: 'whether a person may complete now; the record says what was completed' },
    app: change,
  },
  {
    name: 'video_ranges',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    proof: { none: 'whether a person may complete now; the record says what was completed' },
    app: change,
  },
  {
    name: 'hr_view_sessions',
    exempt: 'reading in progress, several times a minute; the signature that follows is audited',
    proof: { none: 'whether a person may sign now; the signature says what was signed' },
    app: change,
  },
  {
    name: 'hr_page_views',
    exempt: 'reading in progress, several times a minute; the signature that follows is audited',
    proof: { none: 'whether a person may sign now; the signature says what was signed' },
    app: change,
  },
  {
    name: 'hr_document_downloads',
    exempt: 'reading in progress; the download itself is an access in the trail',
    proof: { none: 'whether a person may sign now; the signature says what was signed' },
    app: change,
  },
  {
    name: 'content_downloads',
    exempt: 'reading in progress; the download itself is an access in the trail',
    proof: { none: 'whether a person may complete now; the record says what was completed' },
    app: change,
  },
  {
    name: 'quiz_drafts',
    exempt: 'answers in progress, several times a minute; the attempt keeps what was submitted',
    proof: { none: 'answers that were not submitted count for nothing' },
    app: change,
  },
  ...exemptFigureTables,
  {
    name: 'reminder_turns',
    exempt: 'when the schedule has its next step, found from audited rows by the sweep',
    proof: { none: 'a time too early costs a look; what was told is in `reminder_sends`' },
    app: change,
  },
  {
    name: 'reminder_changes',
    exempt: 'of whom the schedule is to be looked at anew, written by triggers only',
    proof: { none: 'a mark too many costs a look; what was told is in `reminder_sends`' },
    app: ['delete'],
  },
  {
    name: 'reminder_waiting',
    exempt: 'recorded steps on their way into mails, some seconds long; the step and the mail are audited',
    proof: { none: 'which steps the next mails tell; `reminder_sends` says that they were due' },
    app: change,
  },
  {
    name: 'expiry_changes',
    exempt: 'marks that documents are to be looked at anew, written by triggers only',
    proof: { none: 'a mark too many costs a look; what was told is in `expiry_sends`' },
    app: ['delete'],
  },
  {
    name: 'expiry_looks',
    exempt: 'when documents that expire were last looked at',
    proof: { none: 'a time too early costs a look; what was told is in `expiry_sends`' },
    app: ['insert', 'update'],
  },
  {
    name: 'past_days',
    exempt: 'which past days are kept, and how far their making is',
    proof: { none: 'only says how far `past_figures` are, which are compared up to there' },
    app: change,
  },
  {
    name: 'past_figures',
    exempt: 'counts of audited rows as they stood at the end of a day, made anew whenever they are asked for',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'assignment_history',
    exempt:
      'how assignments stood before, written by the trigger of training_assignments only; each change is in the trail',
    proof: 'rebuilt',
    app: [],
  },
  {
    name: 'sign_in_history',
    exempt: 'written by the triggers of users only; each sign-in is in the trail',
    proof: 'rebuilt',
    app: [],
  },
  {
    name: 'export_progress',
    exempt: 'how far an export is, several times a second; the export itself is audited',
    proof: { none: 'shown while the export is made' },
    app: change,
  },
  {
    name: 'assigning_run_people',
    exempt: 'for whom a run assigns, up to 100,000 people; the run and each assignment are audited',
    proof: { none: 'what was assigned is read from the assignments' },
    app: change,
  },
  {
    name: 'assigning_progress',
    exempt: 'how far a run is; the run itself is audited, with what came of it',
    proof: { none: 'shown while the run goes on' },
    app: change,
  },
  {
    name: 'people_import_files',
    exempt:
      'names of files beside a table until its import ends; the files and the records that name them are audited',
    proof: { none: 'which file belongs to a completion is read from its record' },
    app: change,
  },
  ...['people_import_rows', 'people_import_progress'].map((name) => ({
    name,
    exempt: 'the rows of a file and how far it is; the import and each person whom it changes are audited',
    proof: { none: 'what was imported is read from the people' },
    app: change,
  })),
  {
    name: 'verify_progress',
    exempt: 'how far an integrity check is, every second; the check itself is audited',
    proof: { none: 'shown while the check runs' },
    app: change,
  },
  {
    name: 'head_destinations',
    exempt: 'how far the newest seal was sent, every minute; an event for each would need another seal',
    proof: { none: 'what was sent is said by the signed seals that follow, and compared with each place' },
    app: change,
  },
  {
    name: 'notifications',
    exempt: 'messages made from audited events',
    proof: { none: 'messages; what they are about is read from its record' },
    app: change,
  },
  {
    name: 'reminder_sends',
    exempt: 'which steps of the schedule were sent; the outbox keeps the emails',
    proof: { none: 'only keeps the same step from being sent twice' },
    app: append,
  },
  {
    name: 'expiry_sends',
    exempt: 'which document steps of the schedule were sent; the outbox keeps the emails',
    proof: { none: 'only keeps the same step from being sent twice' },
    app: append,
  },
  {
    name: 'access_review_reminders',
    exempt: 'which reminders of access reviews were sent; the outbox keeps the emails',
    proof: { none: 'only keeps the same reminder from being sent twice' },
    app: append,
  },
  ...exemptMessageTables,
  {
    name: 'idempotency_keys',
    exempt: 'answers kept for a repeated request; the command itself is audited',
    proof: { none: 'repeats an answer for a day; everything else is read from the records' },
    app: change,
  },
];

import { sql, type RawBuilder } from 'kysely';

/**
 * One kind of record in the export of a person's data (SEC-03). Rows leave with all their columns but `without`, so that a
 * later column is not forgotten.
 */
export interface PersonalSection {
  /** Name of the section in the export. */
  readonly name: string;
  /** What it is and why it is kept, for the person who reads it. */
  readonly about: string;
  /** Table, known as `t` in the other parts. */
  readonly table: string;
  /** SQL condition that picks the person's rows. */
  readonly where: (userId: string) => RawBuilder<boolean>;
  readonly order: string;
  /** Columns that stay behind: secrets, which a copy would weaken, and what others are. */
  readonly without?: readonly string[];
  /** SQL of a JSON object with what the ids of a row mean. */
  readonly plus?: string;
}

const own = (column: string) => (userId: string) => sql<boolean>`t.${sql.id(column)} = ${userId}`;

const ofAssignment = (userId: string) =>
  sql<boolean>`t.assignment_id in (select id from training_assignments where user_id = ${userId})`;

const organizationName = `'organizationName', (select o.name from organizations o where o.id = t.organization_id)`;
const moduleTitle = `'moduleTitle', (select m.title from training_modules m where m.id = t.module_id)`;

/** The grade as the person learns it in the viewer (VIEW-06): answer by answer only where the quiz tells more than the score. */
const gradeAsTold = `jsonb_build_object('grade', case when exists (
  select 1 from quizzes q join training_assignments a on a.module_id = q.module_id
  where a.id = t.assignment_id and q.feedback = 'full') then t.grade else t.grade - 'answers' end)`;

/** Everything that is kept on a person, in the order of the export; a test compares it with the database. */
export const personalSections: readonly PersonalSection[] = [
  {
    name: 'profile',
    about: 'Your account: name, email, place in the organization, state and settings.',
    table: 'users',
    where: own('id'),
    order: 't.id',
    without: ['password_hash'],
    plus: `jsonb_build_object(${organizationName}, 'departmentName',
      (select d.name from departments d where d.id = t.department_id))`,
  },
  {
    name: 'picture',
    about: 'The picture that you uploaded; the profile says where it is read.',
    table: 'user_pictures',
    where: own('user_id'),
    order: 't.user_id',
    plus: `(select jsonb_build_object('sizeInBytes', f.size, 'type', f.mime) from files f where f.id = t.file_id)`,
  },
  {
    name: 'periods',
    about: 'Where you stood and when: organization, department, manager, job title, role.',
    table: 'user_periods',
    where: own('user_id'),
    order: 't.valid_from',
    plus: `jsonb_build_object(${organizationName}, 'departmentName',
      (select d.name from departments d where d.id = t.department_id))`,
  },
  {
    name: 'grants',
    about: 'Rights that you hold or held beside your role.',
    table: 'user_grants',
    where: own('user_id'),
    order: 't.id',
    plus: `jsonb_build_object(${organizationName})`,
  },
  {
    name: 'assignments',
    about: 'Trainings that you were given, open and done, withdrawn ones too.',
    table: 'training_assignments',
    where: own('user_id'),
    order: 't.id',
    plus: `jsonb_build_object(${moduleTitle})`,
  },
  {
    name: 'matrixMemberships',
    about: 'Training matrices that were assigned to you by name.',
    table: 'matrix_members',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'readingSessions',
    about: 'When and how long you had the content of a training open, as proof that it was seen.',
    table: 'viewer_sessions',
    where: ofAssignment,
    order: 't.started_at, t.id',
  },
  {
    name: 'pagesSeen',
    about: 'Pages of documents that you have seen.',
    table: 'page_views',
    where: ofAssignment,
    order: 't.assignment_id, t.file_id, t.page',
  },
  {
    name: 'videoWatched',
    about: 'Parts of films that you have watched, in seconds.',
    table: 'video_ranges',
    where: ofAssignment,
    order: 't.assignment_id, t.file_id',
  },
  {
    name: 'quizAttempts',
    about: 'Quizzes that you took: when, what you answered, and what it came to.',
    table: 'quiz_attempts',
    where: own('user_id'),
    order: 't.id',
    // The paper holds what is right, also of an attempt that is not handed in yet; the grade tells it answer by answer.
    without: ['paper', 'grade'],
    plus: gradeAsTold,
  },
  {
    name: 'quizDrafts',
    about: 'Answers of a quiz that you have not handed in yet.',
    table: 'quiz_drafts',
    where: (userId) => sql<boolean>`t.attempt_id in (select id from quiz_attempts where user_id = ${userId})`,
    order: 't.attempt_id',
  },
  {
    name: 'trainingRecords',
    about: 'Your completions: the evidence that your organization must keep.',
    table: 'training_records',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'signatures',
    about: 'Electronic signatures that you gave.',
    table: 'signatures',
    where: own('signer_id'),
    order: 't.id',
    without: ['session_hash', 'signature_mac', 'key_id'],
  },
  {
    name: 'signatureAgreements',
    about: 'When you accepted that your electronic signature binds you.',
    table: 'signature_agreements',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'certificates',
    about: 'Certificates of your completions.',
    table: 'certificates',
    where: (userId) =>
      sql<boolean>`t.training_record_id in (select id from training_records where user_id = ${userId})`,
    order: 't.id',
  },
  {
    name: 'calendarFeeds',
    about: 'Links to your due dates that you made for calendars; never their secret part.',
    table: 'calendar_feeds',
    where: own('user_id'),
    order: 't.id',
    without: ['token_hash'],
    plus: `jsonb_build_object('lastFetchedAt', (select c.fetched_at from calendar_fetches c where c.feed_id = t.id))`,
  },
  {
    name: 'notifications',
    about: 'Messages to you in the product.',
    table: 'notifications',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'mails',
    about: 'Mails to you, sent and waiting; the links in them stay out.',
    table: 'mail_outbox',
    where: own('user_id'),
    order: 't.id',
    without: ['payload', 'dedupe_key'],
  },
  {
    name: 'sessions',
    about: 'Where you are signed in at the moment.',
    table: 'sessions',
    where: own('user_id'),
    order: 't.created_at',
    without: ['sid', 'sess'],
  },
  {
    name: 'externalIdentities',
    about: 'Who you are at the identity provider through which you sign in.',
    table: 'external_identities',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'secondFactor',
    about: 'When you enrolled an authenticator app; never its secret.',
    table: 'authenticators',
    where: own('user_id'),
    order: 't.user_id',
    without: ['ciphertext', 'key_id'],
  },
  {
    name: 'secondFactorUse',
    about: 'The time step of the last code that was taken, so that no code counts twice.',
    table: 'authenticator_steps',
    where: own('user_id'),
    order: 't.user_id',
  },
  {
    name: 'recoveryCodes',
    about: 'When recovery codes were made and used; never the codes.',
    table: 'recovery_codes',
    where: own('user_id'),
    order: 't.id',
    without: ['code_mac'],
  },
  {
    name: 'temporaryPasswords',
    about:
      'Passwords that an administrator issued for you: when, and whether they were used; never their text.',
    table: 'temporary_credentials',
    where: own('user_id'),
    order: 't.id',
    without: ['ciphertext', 'key_id'],
  },
  {
    name: 'links',
    about:
      'Links that were mailed to you, to confirm an address or to reset a password; never their secret part.',
    table: 'one_time_tokens',
    where: own('user_id'),
    order: 't.id',
    without: ['token_hash', 'payload'],
  },
  {
    name: 'formerAddresses',
    about: 'Addresses that were yours, kept as a keyed fingerprint so that nobody else gets them.',
    table: 'retired_emails',
    where: own('user_id'),
    order: 't.retired_at',
    without: ['email_hmac'],
  },
  {
    name: 'uploads',
    about: 'Files that you uploaded.',
    table: 'uploads',
    where: own('user_id'),
    order: 't.created_at',
    without: ['temporary_name'],
  },
  {
    name: 'exports',
    about: 'Exports that you asked for.',
    table: 'exports',
    where: own('requested_by'),
    order: 't.id',
  },
];

/** Columns that name a person in the records of others; what the person did there stands in `ownActions`. */
export const columnsAboutOthers: readonly string[] = [
  'users.manager_id',
  'user_periods.manager_id',
  'user_grants.granted_by',
  'user_grants.revoked_by',
  'temporary_credentials.issued_by',
  'files.created_by',
  'module_versions.published_by',
  'module_versions.created_by',
  'module_version_files.uploaded_by',
  'training_modules.created_by',
  'training_matrices.created_by',
  'training_matrix.created_by',
  'matrix_members.added_by',
  'matrix_members.removed_by',
  'training_assignments.assigned_by_user_id',
  'training_assignments.voided_by',
  'training_records.recorded_by',
  'certificates.revoked_by',
  'settings.updated_by',
];

import { sql } from 'kysely';
import { showsQuestionsSql } from '#server/domains/modules/index.ts';
import { accountSections } from './account-sections.ts';
import { own, type PersonalSection } from './section.ts';

const ofAssignment = (userId: string) =>
  sql<boolean>`t.assignment_id in (select id from training_assignments where user_id = ${userId})`;

const organizationName = sql`'organizationName', (select o.name from organizations o where o.id = t.organization_id)`;
const moduleTitle = sql`'moduleTitle', (select m.title from training_modules m where m.id = t.module_id)`;

/** The grade as the person learns it in the viewer (VIEW-06): answer by answer only once no further attempt can use it. */
const gradeAsShown = sql`jsonb_build_object('grade',
  case when ${showsQuestionsSql(sql<number>`t.assignment_id`)} then t.grade else t.grade - 'answers' end)`;

/** Everything that is kept on a person, in the order of the export; a test compares it with the database. */
export const personalSections: readonly PersonalSection[] = [
  {
    name: 'profile',
    about: 'Your account: name, email, place in the organization, state and settings.',
    table: 'users',
    where: own('id'),
    order: 't.id',
    without: ['password_hash'],
    plus: sql`jsonb_build_object(${organizationName}, 'departmentName',
      (select d.name from departments d where d.id = t.department_id))`,
  },
  {
    name: 'picture',
    about: 'The picture that you uploaded; the profile says where it is read.',
    table: 'user_pictures',
    where: own('user_id'),
    order: 't.user_id',
    plus: sql`(select jsonb_build_object('sizeInBytes', f.size, 'type', f.mime) from files f where f.id = t.file_id)`,
  },
  {
    name: 'periods',
    about: 'Where you stood and when: organization, department, manager, job title, role.',
    table: 'user_periods',
    where: own('user_id'),
    order: 't.valid_from',
    plus: sql`jsonb_build_object(${organizationName}, 'departmentName',
      (select d.name from departments d where d.id = t.department_id))`,
  },
  {
    name: 'formerNames',
    about: 'What you were called before a change, and until when.',
    table: 'person_history',
    where: own('user_id'),
    order: 't.replaced_at',
  },
  {
    name: 'nameRequests',
    about: 'Changes of your name that you requested, and what was decided.',
    table: 'name_requests',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'signIns',
    about: 'When you signed in, so that reports can tell your last activity on a day of the past.',
    table: 'sign_in_history',
    where: own('user_id'),
    order: 't.at',
  },
  {
    name: 'grants',
    about: 'Rights that you hold or held beside your role.',
    table: 'user_grants',
    where: own('user_id'),
    order: 't.id',
    plus: sql`jsonb_build_object(${organizationName})`,
  },
  {
    name: 'assignments',
    about: 'Trainings that you were given, open and done, withdrawn ones too.',
    table: 'training_assignments',
    where: own('user_id'),
    order: 't.id',
    plus: sql`jsonb_build_object(${moduleTitle})`,
  },
  {
    name: 'assignmentHistory',
    about: 'How your trainings stood before each change, for reports on a day of the past.',
    table: 'assignment_history',
    where: ofAssignment,
    order: 't.assignment_id, t.replaced_at',
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
    name: 'filesDownloaded',
    about: 'Files of trainings that you have downloaded, as proof that you have them.',
    table: 'content_downloads',
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
    plus: gradeAsShown,
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
    name: 'cvs',
    about: 'Your CV: which version is the newest, and which one you signed.',
    table: 'hr_documents',
    where: own('person_id'),
    order: 't.id',
  },
  {
    name: 'cvVersions',
    about: 'The versions of your CV that you uploaded, and until when a signed one is valid.',
    table: 'hr_document_versions',
    where: (userId) =>
      sql<boolean>`t.document_id in (select id from hr_documents where person_id = ${userId})`,
    order: 't.id',
    plus: sql`(select jsonb_build_object('sizeInBytes', f.size, 'type', f.mime, 'sha256', f.sha256) from files f where f.id = t.file_id)`,
  },
  {
    name: 'cvRequests',
    about: 'When you were asked for your CV.',
    table: 'hr_cv_requests',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'agreements',
    about: 'Agreements between you and an organization.',
    table: 'hr_agreements',
    where: own('party_user_id'),
    order: 't.id',
    plus: sql`jsonb_build_object(${organizationName})`,
  },
  {
    name: 'acknowledgements',
    about: 'Documents of your organization that you were asked to read, and when you acknowledged them.',
    table: 'hr_acknowledgements',
    where: own('user_id'),
    order: 't.id',
    plus: sql`(select jsonb_build_object('title', d.title, 'version', v.number)
      from hr_document_versions v join hr_documents d on d.id = v.document_id where v.id = t.version_id)`,
  },
  {
    name: 'documentReading',
    about: 'When you opened documents and agreements to read them before signing.',
    table: 'hr_view_sessions',
    where: own('user_id'),
    order: 't.started_at, t.id',
  },
  {
    name: 'documentPagesSeen',
    about: 'Pages of documents and agreements that you have seen before signing.',
    table: 'hr_page_views',
    where: own('user_id'),
    order: 't.version_id, t.page',
  },
  {
    name: 'documentsDownloaded',
    about: 'Documents and agreements without countable pages that you have downloaded before signing.',
    table: 'hr_document_downloads',
    where: own('user_id'),
    order: 't.version_id',
  },
  {
    name: 'calendarFeeds',
    about: 'Links to your due dates that you made for calendars; never their secret part.',
    table: 'calendar_feeds',
    where: own('user_id'),
    order: 't.id',
    without: ['token_hash'],
    plus: sql`jsonb_build_object('lastFetchedAt', (select c.fetched_at from calendar_fetches c where c.feed_id = t.id))`,
  },
  {
    name: 'notifications',
    about: 'Messages to you in the product: their kind, and what their texts are made from.',
    table: 'notifications',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'browsers',
    about: 'Browsers that you allowed to show messages; never their address and keys.',
    table: 'push_subscriptions',
    where: own('user_id'),
    order: 't.id',
    without: ['endpoint', 'p256dh', 'auth', 'public_key', 'sid'],
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
    name: 'announcements',
    about: 'Announcements that you wrote as an administrator.',
    table: 'announcements',
    where: own('created_by'),
    order: 't.id',
  },
  {
    name: 'reminders',
    about: 'Reminders that others sent you by hand: when, of which kind, and what they wrote.',
    table: 'manual_reminders',
    where: own('user_id'),
    order: 't.id',
  },
  ...accountSections,
];

/** DESIGN rule 4: every table of the product, audited or exempt with a reason; a test compares this list with the database. */

import type { AppPrivilege, AuditedTable, ExemptTable } from './audited-table.ts';

const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];
const keep: readonly AppPrivilege[] = ['insert', 'update'];
const append: readonly AppPrivilege[] = ['insert'];

const ofModule = '(select m.organization_id from public.training_modules m where m.id = row.module_id)';

/** Tables in which the triggers look up the organization of a row that names none itself. */
export const namingOrganizations: readonly string[] = [
  'users',
  'hr_documents',
  'module_versions',
  'training_matrices',
  'training_modules',
  'training_records',
];

/** The audited tables with what their triggers have to know. */
export const auditedTables: readonly AuditedTable[] = [
  { name: 'organizations', key: 'id', app: change },
  { name: 'departments', key: 'id', app: change },
  {
    name: 'users',
    key: 'id',
    person: 'id',
    secrets: ['password_hash'],
    personal: ['email', 'first_name', 'last_name', 'profile_image_url', 'pending_email', 'preferred_name'],
    app: keep,
  },
  {
    name: 'name_requests',
    key: 'id',
    person: 'user_id',
    personal: ['first_name', 'last_name', 'reason'],
    app: keep,
  },
  { name: 'user_pictures', key: 'user_id', person: 'user_id', app: change },
  { name: 'user_periods', key: 'id', person: 'user_id', app: [] },
  { name: 'user_grants', key: 'id', person: 'user_id', app: keep },
  { name: 'retired_emails', key: 'email_hmac', person: 'user_id', app: append },
  { name: 'temporary_credentials', key: 'id', person: 'user_id', secrets: ['ciphertext'], app: keep },
  { name: 'authenticators', key: 'user_id', person: 'user_id', secrets: ['ciphertext'], app: change },
  { name: 'recovery_codes', key: 'id', person: 'user_id', secrets: ['code_mac'], app: change },
  { name: 'external_identities', key: 'id', person: 'user_id', personal: ['subject'], app: change },
  { name: 'signature_agreements', key: 'id', person: 'user_id', appendOnly: true, app: append },
  { name: 'files', key: 'id', app: change },
  { name: 'file_conversions', key: 'file_id', app: change },
  { name: 'module_families', key: 'code', app: change },
  { name: 'module_categories', key: 'id', app: change },
  { name: 'training_modules', key: 'id', app: change },
  {
    name: 'module_versions',
    key: 'id',
    organization: ofModule,
    app: change,
  },
  {
    name: 'module_version_files',
    key: 'id',
    organization: `(select m.organization_id from public.module_versions v
          join public.training_modules m on m.id = v.module_id where v.id = row.version_id)`,
    app: change,
  },
  { name: 'quizzes', key: 'module_id', organization: ofModule, app: change },
  { name: 'training_matrices', key: 'id', app: change },
  {
    name: 'training_matrix',
    key: 'id',
    organization: '(select m.organization_id from public.training_matrices m where m.id = row.matrix_id)',
    app: change,
  },
  { name: 'matrix_members', key: 'id', person: 'user_id', app: keep },
  { name: 'matrix_templates', key: 'key', app: change },
  { name: 'training_assignments', key: 'id', person: 'user_id', app: keep },
  { name: 'quiz_attempts', key: 'id', person: 'user_id', app: keep },
  {
    name: 'training_records',
    key: 'id',
    person: 'user_id',
    personal: ['reason'],
    appendOnly: true,
    app: append,
  },
  {
    name: 'certificates',
    key: 'id',
    organization:
      '(select r.organization_id from public.training_records r where r.id = row.training_record_id)',
    app: keep,
  },
  { name: 'calendar_feeds', key: 'id', person: 'user_id', secrets: ['token_hash'], app: keep },
  {
    name: 'signatures',
    key: 'id',
    person: 'signer_id',
    personal: ['printed_name', 'ip', 'user_agent'],
    appendOnly: true,
    app: append,
  },
  { name: 'manual_reminders', key: 'id', person: 'user_id', personal: ['message'], app: keep },
  { name: 'hr_registrations', key: 'id', app: change },
  { name: 'hr_agreements', key: 'id', person: 'party_user_id', app: keep },
  { name: 'hr_documents', key: 'id', person: 'person_id', app: keep },
  // A CV is uploaded by whom it is about: a name in its file's name goes with an erasure (USR-08).
  {
    name: 'hr_document_versions',
    key: 'id',
    person: 'uploaded_by',
    organization: `(select coalesce(d.organization_id, p.organization_id) from public.hr_documents d
          left join public.users p on p.id = d.person_id where d.id = row.document_id)`,
    app: change,
  },
  { name: 'hr_acknowledgements', key: 'id', person: 'user_id', app: keep },
  { name: 'hr_cv_requests', key: 'id', person: 'user_id', app: keep },
  { name: 'settings', key: 'key', app: change },
  { name: 'reminder_rules', key: 'id', app: change },
  { name: 'announcements', key: 'id', app: keep },
  { name: 'mail_texts', key: 'id', app: change },
  { name: 'push_keys', key: 'public_key', secrets: ['ciphertext'], app: keep },
  {
    name: 'push_subscriptions',
    key: 'id',
    person: 'user_id',
    secrets: ['endpoint', 'p256dh', 'auth', 'sid'],
    app: change,
  },
  { name: 'exports', key: 'id', person: 'requested_by', app: keep },
  { name: 'verify_runs', key: 'id', app: keep },
  { name: 'verify_findings', key: 'id', app: keep },
  {
    name: 'verify_acknowledgements',
    key: 'id',
    person: 'signed_by',
    personal: ['reason'],
    appendOnly: true,
    app: append,
  },
];

/** The tables that the trail leaves out. */
export const exemptTables: readonly ExemptTable[] = [
  {
    name: 'sessions',
    exempt: 'live state of signing in; sign-in and sign-out are accesses in the trail',
    app: change,
  },
  { name: 'sign_in_throttles', exempt: 'counters; each attempt is an access in the trail', app: change },
  {
    name: 'authenticator_steps',
    exempt: 'which codes were used; each use is a command or an access in the trail',
    app: change,
  },
  {
    name: 'one_time_tokens',
    exempt: 'short-lived secrets; asking for and using one is a command in the trail',
    app: change,
  },
  {
    name: 'calendar_fetches',
    exempt: 'when a calendar last asked, several times a day; the link itself is audited',
    app: change,
  },
  {
    name: 'file_checks',
    exempt: 'what was last measured of a stored file; it is measured again at any time',
    app: change,
  },
  { name: 'uploads', exempt: 'transfers under way; the file that results is audited', app: change },
  {
    name: 'viewer_sessions',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    app: change,
  },
  {
    name: 'page_views',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    app: change,
  },
  {
    name: 'video_ranges',
    exempt: 'reading in progress, several times a minute; the assignment keeps its progress',
    app: change,
  },
  {
    name: 'hr_view_sessions',
    exempt: 'reading in progress, several times a minute; the signature that follows is audited',
    app: change,
  },
  {
    name: 'hr_page_views',
    exempt: 'reading in progress, several times a minute; the signature that follows is audited',
    app: change,
  },
  {
    name: 'hr_document_downloads',
    exempt: 'reading in progress; the download itself is an access in the trail',
    app: change,
  },
  {
    name: 'content_downloads',
    exempt: 'reading in progress; the download itself is an access in the trail',
    app: change,
  },
  {
    name: 'quiz_drafts',
    exempt: 'answers in progress, several times a minute; the attempt keeps what was handed in',
    app: change,
  },
  {
    name: 'people_counts',
    exempt: 'sums over users, written by the triggers of users only',
    app: [],
  },
  {
    name: 'person_figures',
    exempt: 'counts of audited rows, made anew by the fold at any time',
    app: change,
  },
  {
    name: 'group_figures',
    exempt: 'sums of audited rows, made anew by the fold at any time',
    app: change,
  },
  {
    name: 'figure_days',
    exempt: 'sums of audited rows, of each day; without names of people',
    app: change,
  },
  {
    name: 'figure_changes',
    exempt: 'whose figures are to be counted anew, written by triggers only',
    app: ['delete'],
  },
  {
    name: 'past_days',
    exempt: 'which past days are kept, and how far their making is',
    app: change,
  },
  {
    name: 'past_figures',
    exempt: 'counts of audited rows as they stood at the end of a day, made anew whenever they are asked for',
    app: change,
  },
  {
    name: 'assignment_history',
    exempt:
      'how assignments stood before, written by the trigger of training_assignments only; each change is in the trail',
    app: [],
  },
  {
    name: 'person_history',
    exempt:
      'how people were called before, written by the trigger of users only; each change is in the trail',
    app: [],
  },
  {
    name: 'sign_in_history',
    exempt: 'written by the triggers of users only; each sign-in is in the trail',
    app: [],
  },
  {
    name: 'export_progress',
    exempt: 'how far an export is, several times a second; the export itself is audited',
    app: change,
  },
  {
    name: 'verify_progress',
    exempt: 'how far an integrity check is, every second; the check itself is audited',
    app: change,
  },
  { name: 'notifications', exempt: 'messages made from audited events', app: change },
  {
    name: 'reminder_sends',
    exempt: 'which steps of the schedule were sent; the outbox keeps the emails',
    app: append,
  },
  {
    name: 'expiry_sends',
    exempt: 'which document steps of the schedule were sent; the outbox keeps the emails',
    app: append,
  },
  {
    name: 'assignment_notices',
    exempt: 'which new trainings were emailed; the outbox keeps the emails',
    app: change,
  },
  {
    name: 'weekly_digests',
    exempt: 'for which weeks the digest was sent; the outbox keeps the emails',
    app: append,
  },
  { name: 'mail_outbox', exempt: 'delivery of messages made from audited events', app: change },
  {
    name: 'idempotency_keys',
    exempt: 'answers kept for a repeated request; the command itself is audited',
    app: change,
  },
];

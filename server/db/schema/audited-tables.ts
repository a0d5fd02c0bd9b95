/** DESIGN rule 4: every table of the product, audited or exempt with a reason (`exempt-tables.ts`); a test compares the lists with the database. */

import type { AppPrivilege, AuditedTable } from './audited-table.ts';

const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];
const keep: readonly AppPrivilege[] = ['insert', 'update'];
const append: readonly AppPrivilege[] = ['insert'];

const ofModule = '(select m.organization_id from public.training_modules m where m.id = row.module_id)';

/** Tables in which the triggers look up the organization of a row that names none itself. */
export const namingOrganizations: readonly string[] = [
  'access_reviews',
  'certificates',
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
    personal: [
      'email',
      'first_name',
      'last_name',
      'profile_image_url',
      'pending_email',
      'preferred_name',
      'signing_email',
    ],
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
  {
    name: 'passkeys',
    key: 'id',
    person: 'user_id',
    secrets: ['credential_id', 'public_key', 'mac'],
    personal: ['name'],
    app: change,
  },
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
  {
    name: 'public_signatures',
    key: 'id',
    organization: `(select r.organization_id from public.certificates c
          join public.training_records r on r.id = c.training_record_id where c.id = row.certificate_id)`,
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
  { name: 'installation', key: 'id', app: keep },
  { name: 'key_generations', key: 'number', secrets: ['ciphertext'], app: keep },
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
  { name: 'assigning_runs', key: 'id', person: 'requested_by', app: keep },
  {
    name: 'signing_confirmations',
    key: 'id',
    person: 'user_id',
    personal: ['reason'],
    appendOnly: true,
    app: append,
  },
  { name: 'signing_closures', key: 'id', person: 'user_id', app: keep },
  { name: 'access_review_schedules', key: 'organization_id', app: keep },
  { name: 'access_reviews', key: 'id', app: keep },
  {
    name: 'access_review_answers',
    key: 'id',
    person: 'user_id',
    organization: '(select r.organization_id from public.access_reviews r where r.id = row.review_id)',
    personal: ['reason'],
    app: keep,
  },
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

import { defineTexts } from '../texts/define-texts.ts';

/** The fields that name another record, by the kind of that record. */
export const recordFields = {
  organization: defineTexts('trail.field', {
    organization_id: 'Organization',
  }),
  department: defineTexts('trail.field', {
    department_id: 'Department',
  }),
  person: defineTexts('trail.field', {
    manager_id: 'Manager',
    decided_by: 'Decided by',
    granted_by: 'Granted by',
    revoked_by: 'Revoked by',
    issued_by: 'Issued by',
    issued_to: 'Issued to',
    confirmed_by: 'Confirmed by',
    retired_by: 'Retired by',
    published_by: 'Published by',
    uploaded_by: 'Uploaded by',
    added_by: 'Added by',
    removed_by: 'Removed by',
    assigned_by_user_id: 'Assigned by',
    voided_by: 'Voided by',
    recorded_by: 'Recorded by',
    reversed_by: 'Reversed by',
    signer_id: 'Signed by',
    signed_by: 'Signed by',
    sent_by: 'Sent by',
    party_user_id: 'Other party',
    notice_given_by: 'Notice given by',
    terminated_by: 'Terminated by',
    person_id: 'Person',
    user_id: 'Person',
    owner_id: 'Owner',
    requested_by: 'Requested by',
    opened_by: 'Opened by',
    caused_by: 'Caused by',
    cancelled_by: 'Cancelled by',
    closed_by: 'Closed by',
    answered_by: 'Answered by',
  }),
  category: defineTexts('trail.field', {
    category_id: 'Category',
  }),
  version: defineTexts('trail.field', {
    current_version_id: 'Effective version',
    based_on_id: 'Based on',
    version_id: 'Version',
    module_version_id: 'Version',
  }),
  documentVersion: defineTexts('trail.field', {
    'hr_documents.current_version_id': 'Effective version',
    signed_version_id: 'Signed version',
    'hr_acknowledgements.version_id': 'Version',
  }),
  module: defineTexts('trail.field', {
    module_id: 'Training module',
  }),
  matrix: defineTexts('trail.field', {
    matrix_id: 'Training matrix',
  }),
  agreement: defineTexts('trail.field', {
    agreement_id: 'Agreement',
  }),
  registration: defineTexts('trail.field', {
    registration_id: 'Registration',
  }),
  document: defineTexts('trail.field', {
    document_id: 'Document',
  }),
  review: defineTexts('trail.field', {
    review_id: 'Access review',
  }),
  inspection: defineTexts('trail.field', {
    inspection_id: 'Inspection',
  }),
};

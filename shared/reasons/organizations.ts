import type { ReasonEntries } from './reason.ts';

/** The reasons for administering organizations and their documents. */
export const organizationsReasons = {
  return_days_range: [
    'Enter a whole number of days up to {maximum}',
    'The number of days after a return is out of range.',
    { maximum: 'number' },
  ],
  slug_taken: ['Another organization uses this slug.', 'Slugs are unique.'],
  slug_form: [
    'Use lowercase letters, digits and single dashes between them',
    'The slug has other characters.',
  ],
  not_time_zone: ['Must be a time zone such as Europe/Berlin', 'The database knows no such zone.'],
  department_exists: [
    'This organization already has a department with this name.',
    'The name is used by another department.',
  ],
  organization_name_needed: ['Organization name is required', 'The name is missing.'],
  organization_type_needed: ['Organization type is required', 'The type is missing.'],
  department_name_needed: ['Department name is required', 'The name is missing.'],
  fields_needed: ['Please fill in all fields', 'A field of the form is missing.'],
  registration_not_found: [
    'This registration could not be found.',
    'There is no such registration, or the caller may not see it.',
  ],
  registration_retired: [
    'This registration is retired. Restore it first.',
    'A retired registration is not changed.',
  ],
  registration_in_use: ['This registration is already in use.', 'The registration is not retired.'],
  document_archived: ['This document is archived. Restore it first.', 'An archived document is not changed.'],
  person_cannot_be_chosen: [
    'This person cannot be chosen',
    'The person is inactive or of another organization.',
  ],
  cvs_too_many: [
    'These are more than {maximum, number} CVs. Choose an organization or a state first.',
    'The archive would be too large.',
    { maximum: 'number' },
  ],
  cvs_none: ['None of these people has a CV.', 'There is nothing to download.'],
  organization_not_found: [
    'This organization could not be found.',
    'There is no such organization, or the caller may not see it.',
  ],
  readers_needed: ['Choose recipients', 'Nobody was chosen to read the document.'],
  day_before_today: ['Choose today or a later day', 'The day is before today.'],
  notice_not_running: [
    'Only a signed agreement that has not ended can be ended by notice.',
    'The agreement is a draft or over.',
  ],
  notice_before_start: ['Choose a day on or after the start date', 'The last day is before the first.'],
  notice_after_end: [
    'Choose a day before the agreed end date',
    'The agreement ends by itself before that day.',
  ],
  agreement_no_document: ['Upload the agreement before you send it.', 'The draft has no document.'],
  agreement_signed: [
    'It has been signed already. Terminate it instead.',
    'A signed agreement is no draft again.',
  ],
  party_cannot_sign: [
    'The other party can no longer sign in. Choose another party.',
    'The account of the other party is not active.',
  ],
  end_before_start: ['The end must not be before the start', 'The last day is before the first.'],
  party_needed: ['Choose a person or give the name of the other party', 'An agreement has another party.'],
  hr_organization_needed: ['Choose an organization', 'No organization was chosen.'],
  registration_name_needed: ['Registration is required', 'The name of the registration is missing.'],
  number_needed: ['Number is required', 'The number is missing.'],
  authority_needed: ['Authority is required', 'The authority is missing.'],
  country_needed: ['Country is required', 'The country is missing.'],
  months_range: [
    'Enter whole months from 1 to {maximum}',
    'The number of months is outside of the range.',
    { maximum: 'number' },
  ],
} as const satisfies ReasonEntries;

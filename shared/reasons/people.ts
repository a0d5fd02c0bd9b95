import type { ReasonEntries } from './reason.ts';

/** The reasons for administering accounts and access. */
export const peopleReasons = {
  absence_kind_needed: ['Choose a kind of absence', 'The kind of the absence is missing.'],
  absence_ends_before: [
    'The last day is before the first day.',
    'The last day of the absence is before its first day.',
  ],
  absence_overlaps: [
    'The person is already away on some of these days. Change that absence instead.',
    'The absence has a day in common with another one.',
  ],
  absence_too_far: [
    'Choose a day within {maximum} days of today.',
    'The day is too far in the past or in the future.',
    { maximum: 'number' },
  ],
  absence_too_long: [
    'An absence is at most {maximum} days long.',
    'The absence is too long.',
    { maximum: 'number' },
  ],
  absence_replaced: [
    'Someone else changed or voided this absence. Reload the page.',
    'The version of the absence is no longer the one that counts.',
  ],
  absence_not_longer: [
    'Choose a day up to the last day of the absence, or change the absence.',
    'The absence would be longer than before.',
  ],
  absence_needs_other: ['Someone else must record your absence.', 'Nobody records their own absence.'],
  external_id_taken: ['Another account has this external ID.', 'The external ID belongs to another account.'],
  email_taken: ['Another account uses this email.', 'The email belongs to another account.'],
  email_retired: [
    'This email belonged to another account and cannot be reused.',
    "The email was another person's.",
  ],
  no_organization: ['There is no such organization.', 'No organization has this id.'],
  organization_archived: [
    'This organization is archived.',
    'An archived organization gets no people and no departments.',
  ],
  no_department: ['There is no such department.', 'No department has this id.'],
  department_of_other: [
    'This department belongs to another organization.',
    "The department is another organization's.",
  ],
  manager_unknown: ['There is no such manager.', 'No person has this id.'],
  manager_inactive: ['This manager is not active.', 'The account of the manager is not active.'],
  manager_self: ['People cannot be their own manager.', 'The manager is the person.'],
  manager_role: ['Only managers and administrators can be chosen.', 'The role of the person leads nobody.'],
  manager_loop: [
    'This manager reports to this person, so the two would manage each other.',
    "The manager is among the person's reports.",
  ],
  day_over: ['This day has passed.', 'The last day is before today.'],
  inspector_too_long: [
    'Inspector access ends within 24 months. Choose an earlier day.',
    'Access of inspectors is limited.',
  ],
  inspector_needs_end: ['An inspector needs an expiry date', 'Access of inspectors ends.'],
  hr_own_organization: [
    'HR access is limited to the person’s own organization.',
    'The grant names another organization.',
  ],
  grant_held: ['The person already has this access.', 'There is one already.'],
  person_erased: ['This person’s personal data has been erased.', 'An erased person is not changed.'],
  erase_self: ['You cannot erase your own account.', 'Somebody else erases it.'],
  last_administrator: [
    'The last active administrator cannot be deactivated, demoted, erased or archived.',
    'Nobody could administer the installation.',
  ],
  job_title_needed: ['Job title is required', 'The job title is missing.'],
  name_needs_other: [
    'Someone else must approve a change of your name.',
    'Nobody decides about their own name.',
  ],
  name_request_over: ['This request is no longer pending.', 'The request was decided or withdrawn.'],
  confirm_not_self: ['Someone else must confirm your identity.', 'Nobody confirms their own identity.'],
  confirm_involved: [
    'You changed this account. Another administrator must confirm the person’s identity.',
    'The caller did what closed the signing.',
  ],
  confirm_connected: [
    'The person who changed this account created yours or gave you access. Another administrator must confirm the person’s identity.',
    'The caller owes their access to whoever closed the signing.',
  ],
  person_can_sign: ['This person can already sign.', 'Signing is open for the account.'],
  confirmation_code_wrong: [
    'This code is not valid. Ask the person to request a new one.',
    'The code that the person was shown is wrong, used or too old.',
  ],
  review_open_already: [
    'An access review of this organization is already open.',
    'One review is open at a time.',
  ],
  review_not_over: [
    'This access review is still open.',
    'There is a file of it once it is signed or cancelled.',
  ],
  review_over: ['This access review is over.', 'The review was signed or cancelled.'],
  review_own_account: [
    'Another administrator must answer for your own account.',
    'Nobody answers for their own account.',
  ],
  review_own_account_open: [
    'Another administrator must answer for your own account before you sign.',
    'The account of the signer has no answer of somebody else.',
  ],
  review_account_changed: [
    'The account has changed since you saw it. Review it again.',
    'The account is not what was seen.',
  ],
  review_accounts_open: [
    'Some accounts have no answer, or have changed since they were answered for. Review them before you sign.',
    '`open` lists the accounts.',
  ],
  review_changed: [
    'The review has changed since you saw it. Look at it again before you sign.',
    'The answers are not those that were seen.',
  ],
  review_role_held: ['The account already has this role.', 'The new role is the present one.'],
  review_grant_none: ['The account does not have this access.', 'A grant that is to end is not held.'],
  review_one_account: ['Change one account at a time.', 'A change is answered for a single account.'],
  review_change_needed: ['Choose another role or grants to revoke.', 'The answer changes nothing.'],
  inspection_title_needed: ['Enter a title', 'The title is missing.'],
  inspection_purpose_needed: ['Enter the purpose of the inspection', 'The purpose is missing.'],
  inspection_organizations_needed: ['Choose at least one organization', 'No organization is named.'],
  inspection_accounts_needed: ['Choose at least one inspector', 'No account is named.'],
  inspection_days_order: ['The last day is before the first day.', 'The days are in the wrong order.'],
  inspection_own_account: [
    'You cannot be an inspector of an inspection that you open or change.',
    'An administrator does not admit themselves.',
  ],
  inspection_not_inspector: [
    'Choose active accounts. Administrators already see everything.',
    'An account is unknown, inactive or an administrator.',
  ],
  inspection_closed: ['This inspection is closed.', 'A closed inspection stays as it is.'],
  inspection_request_needed: ['Enter your request', 'The request is missing.'],
  inspection_answer_needed: ['Enter an answer', 'The answer is missing.'],
  inspection_answered: ['This request already has an answer.', 'An answer stays as it is.'],
  inspection_not_own_path: [
    'Enter a page of this site that starts with “/”.',
    'The path is not below the origin.',
  ],
  check_under_way: ['An integrity check is already running.', 'One check runs at a time.'],
  check_over: ['This integrity check has already ended.', 'The check has ended.'],
  trail_review_changed: [
    'These events have changed since you saw them. Review them again before you sign.',
    'The events are not those that were seen.',
  ],
  trail_review_empty: [
    'There is nothing to review yet. New events can be reviewed once they are sealed, within a minute.',
    'The review would take no event.',
  ],
  trail_review_too_long: [
    'There are too many events for one review. Choose a shorter period.',
    'One review takes at most 20,000 events.',
  ],
  trail_review_own: [
    'Some of these events are your own actions. Somebody else must review them.',
    'The signer is among the actors of the events.',
  ],
  findings_changed: [
    'The list of findings has changed. Review it again before you sign.',
    'The findings are not those that were seen.',
  ],
} as const satisfies ReasonEntries;

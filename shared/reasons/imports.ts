import type { ReasonEntries } from './reason.ts';

/** The reasons why a row of an import cannot be imported, and why an import stopped. */
export const importsReasons = {
  import_needs_key: [
    'Choose the column with the email or the external ID.',
    'Nothing says which row is which person.',
  ],
  import_column_twice: ['A column can be used only once.', 'Two fields name the same column.'],
  import_column_unknown: ['The file has no such column.', 'A field names a column that is missing.'],
  import_column_secret: ['A column with passwords cannot be used.', 'A field names a column of passwords.'],
  import_email_missing: ['The email is missing.', 'The cell of the email is empty.'],
  import_email_invalid: ['This is not an email address.', 'The email has not the form of one.'],
  import_email_retired: [
    'This email belonged to another account and cannot be reused.',
    "The email was another person's.",
  ],
  import_email_needed: [
    'A new person needs an email.',
    'No person has the external ID, and the row has no email.',
  ],
  import_key_missing: [
    'The row has neither an email nor an external ID.',
    'Nothing says which person the row is.',
  ],
  import_name_missing: ['The name is missing.', 'The cell of a name is empty.'],
  import_name_needed: [
    'A new person needs a first and a last name.',
    'The row makes a person and has no names.',
  ],
  import_too_long: ['The text is too long.', 'The cell has more characters than the field may have.'],
  import_not_one_line: [
    'The text has more than one line.',
    'The cell has a line end or a control character.',
  ],
  import_formula: ['The text looks like a formula.', 'The cell begins with a sign that spreadsheets run.'],
  import_role_unknown: [
    'There is no such role. Write admin, manager or learner.',
    'The cell names none of the roles.',
  ],
  import_active_unknown: ['Write yes or no.', 'The cell says neither yes nor no.'],
  import_organization_unknown: [
    'There is no organization with this name.',
    'The cell names none of the organizations.',
  ],
  import_organization_archived: [
    'This organization is archived.',
    'The cell names an archived organization.',
  ],
  import_department_unknown: [
    'The organization has no department with this name.',
    'The cell names none of the departments.',
  ],
  import_department_alone: [
    'The department needs an organization.',
    'The row has a department and no organization.',
  ],
  import_job_title_unknown: ['Nobody has this job title yet.', 'The cell names a new job title.'],
  import_twice: ['Line {line} is the same person.', 'Two rows are one person.', { line: 'number' }],
  import_two_people: [
    'The email and the external ID belong to two different people.',
    'The two keys of the row name two people.',
  ],
  import_other_external_id: [
    'This person has another external ID.',
    'The person with the email has another external ID.',
  ],
  import_manager_unknown: [
    'There is no such manager. Write an email or an external ID.',
    'The cell names nobody in the installation or in the file.',
  ],
  import_manager_ambiguous: [
    'More than one person has this name. Write an email or an external ID.',
    'The cell names several people.',
  ],
  import_manager_self: ['People cannot be their own manager.', 'The manager is the person.'],
  import_manager_role: ['The manager has the role of a learner.', 'The role of the person leads nobody.'],
  import_manager_inactive: ['This manager is not active.', 'The account of the manager is not active.'],
  import_manager_loop: ['The managers form a loop.', "The manager is among the person's reports."],
  import_own_account: [
    'You cannot change your own email, name, role or status by an import.',
    'The row changes the account of whoever imports.',
  ],
  past_needs_module: ['Choose the column with the module.', 'Nothing says what was completed.'],
  past_needs_day: ['Choose the column with the day of completion.', 'Nothing says when it was completed.'],
  past_person_unknown: [
    'There is no such person. Import people first.',
    'Nobody has the email or the external ID.',
  ],
  past_own_completion: [
    'You cannot import your own completions. Another administrator can.',
    'The row is a completion of whoever imports.',
  ],
  past_module_missing: ['The module is missing.', 'The cell of the module is empty.'],
  past_module_unknown: ['There is no module with this title or code.', 'The cell names none of the modules.'],
  past_module_elsewhere: [
    'This module belongs to another organization.',
    'The module is not one of the organization of the person.',
  ],
  past_module_ambiguous: [
    'More than one module has this title. Write the code.',
    'The cell names several modules.',
  ],
  past_module_unpublished: [
    'This module has no published version.',
    'Nothing of the module was ever published.',
  ],
  past_version_unclear: ['Write the version as a number, such as 2.', 'The cell is not a version number.'],
  past_version_unknown: ['The module has no such published version.', 'The module lacks the version.'],
  past_day_missing: ['The day of completion is missing.', 'The cell of the day is empty.'],
  past_day_unclear: ['This is not a date. Write it as 2024-06-30.', 'The cell is not a day.'],
  past_day_future: ['This day is in the future.', 'The day comes after today where the person is.'],
  past_source_missing: [
    'The source is missing. Write where the record comes from.',
    'Neither the row nor the import names a source.',
  ],
  past_file_missing: [
    'This file was not added to the import.',
    'No certificate file of the import has this name.',
  ],
  past_twice: ['Line {line} is the same completion.', 'Two rows are one completion.', { line: 'number' }],
  absence_needs_first_day: ['Choose the column with the first day.', 'Nothing says when an absence starts.'],
  absence_needs_last_day: [
    'Choose the column with the last day.',
    'Nothing says when an absence ends; single cells may be empty.',
  ],
  absence_needs_kind: ['Choose the column with the kind of absence.', 'Nothing says why somebody is away.'],
  absence_own_row: [
    'You cannot import your own absences. Another administrator can.',
    'The row is an absence of whoever imports.',
  ],
  absence_day_missing: ['The first day is missing.', 'The cell of the first day is empty.'],
  absence_kind_unknown: ['Write leave, parental or sick.', 'The cell names no kind of absence.'],
  absence_row_ends_before: [
    'The last day is before the first day.',
    'The last day of the absence is before its first day.',
  ],
  absence_row_too_far: [
    'This day is more than ten years from today.',
    'The absence is too far in the past or in the future.',
  ],
  absence_row_too_long: ['An absence is at most ten years long.', 'The absence is too long.'],
  absence_row_overlaps: [
    'The person is already away on some of these days.',
    'The days are those of another absence, which the file does not change.',
  ],
  absence_row_twice: [
    'Line {line} has some of the same days.',
    'Two rows of the person have a day in common.',
    { line: 'number' },
  ],
  import_relied_on: [
    'Somebody already relies on these completions, so the import was not reversed.',
    'A later training or a paper rests on the import.',
  ],
  import_stopped: [
    'The import stopped because of an error. Nothing was changed.',
    'An import ended because of an error.',
  ],
  import_access_lost: [
    'The account that started this import may no longer manage people. Nothing was changed.',
    'An import stopped because its account lost the access.',
  ],
  import_last_administrator: [
    'No active administrator would be left. Nothing was changed.',
    'An import would leave nobody to administer the installation.',
  ],
  import_expired: [
    'Nobody confirmed this import in time, so its rows were deleted.',
    'An import was given up.',
  ],
  import_person_erased: [
    'A person in this file was erased, so its rows were deleted.',
    'The data of a person were erased while an import waited.',
  ],
  import_rows_bad: [
    'Correct the rows with errors first. An import is all or nothing.',
    'The import has rows with errors.',
  ],
  import_not_checked: ['The import has to be checked first.', 'The import is in no state for this.'],
  import_busy: ['The import is running.', 'The import is checked or carried out at the moment.'],
  import_ended: ['The import has ended.', 'The import is done, failed or was cancelled.'],
} as const satisfies ReasonEntries;

/** A reason of {@link importsReasons}. */
export type ImportReason = keyof typeof importsReasons;

/** The reasons that a row may have. */
export const rowReasons = (Object.keys(importsReasons) as ImportReason[]).slice(3);

/** The reasons why an import ended without a change. */
export const importProblems = [
  'import_stopped',
  'import_access_lost',
  'import_last_administrator',
  'import_expired',
  'import_person_erased',
  'import_relied_on',
] as const satisfies readonly ImportReason[];

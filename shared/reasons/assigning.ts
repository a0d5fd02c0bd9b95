import type { ReasonEntries } from './reason.ts';

/** The reasons for assigning trainings. */
export const assigningReasons = {
  module_unknown: ['There is no such module', 'The id is not that of a module within reach.'],
  module_inactive: ['This module is not active', 'The module is inactive or retired.'],
  module_elsewhere: ['This module belongs to another organization', "The module is another organization's."],
  person_inactive: ['This person is not active', 'The account of the person is not active.'],
  person_unknown: ['There is no such person', 'The id is not that of a person within reach.'],
  assignment_unknown: ['There is no such assignment', 'The id is not that of an assignment within reach.'],
  after_today: ['Must not be after today', 'The day of a past training has not come.'],
  days_range: [
    'At most {maximum} days earlier or later',
    'A due date is moved by fewer days.',
    { maximum: 'number' },
  ],
  people_open_too_many: [
    'These people have more than {maximum, number} open trainings. Choose fewer people.',
    'The change would touch too many assignments.',
    { maximum: 'number' },
  ],
  modules_open_too_many: [
    'These modules have more than {maximum, number} open trainings. Choose fewer modules.',
    'The change would touch too many assignments.',
    { maximum: 'number' },
  ],
  runs_five_open: [
    'Five of your assignments in the background are not finished yet. Wait for one, or cancel it.',
    'A person has five runs under way at most.',
  ],
  run_ended: ['This has already ended.', 'The run is no longer under way.'],
  date_or_days: ['Enter either a date or a number of days', 'Exactly one of the two moves a due date.'],
  choose_what_to_move: [
    'Choose assignments, people or modules',
    'Exactly one of the three says what is moved.',
  ],
  due_date_of_open_only: [
    'Only the due date of an open training can be moved.',
    'The training is completed or void.',
  ],
  removal_needs_reason: [
    'A completed training is only removed with a reason; it stays in the history.',
    'Some of the trainings are completed; `completedIds` lists them.',
  ],
  completed_needs_retraining: [
    'This training is already completed. Assign it again as retraining, with a reason.',
    'The person has completed the training.',
  ],
  own_past_training: ['You cannot record a past training of your own.', 'Somebody else records it.'],
  matrix_unknown: [
    'There is no such training matrix.',
    'No training matrix of that name or id is within reach.',
  ],
  matrix_name_taken: [
    'This organization already has a training matrix of this name.',
    'The name is used by another matrix.',
  ],
  matrix_has_module: [
    'This module is in the training matrix already.',
    'The matrix requires the module already.',
  ],
  matrix_not_of_department: [
    'This department has no such training matrix',
    "The matrix is another department's.",
  ],
  matrix_several: [
    'This department has several training matrices: select one',
    'The department alone does not say which matrix.',
  ],
  matrix_exists_or_new: [
    'Choose either an existing or a new training matrix',
    'Exactly one of the two is named.',
  ],
  matrix_needed: ['Please select an existing training matrix', 'No matrix was chosen.'],
  matrix_name_needed: ['Please provide a matrix name', 'The new matrix has no name.'],
  matrix_department_needed: [
    'Please select a department for the new matrix',
    'The new matrix has no department.',
  ],
  department_needed: ['Please select a department', 'No department was chosen.'],
  department_elsewhere: [
    'This department belongs to another organization',
    "The department is another organization's.",
  ],
  department_archived: [
    'The organization of this department is archived',
    'An archived organization gets no matrix.',
  ],
  department_missing: ['There is no such department', 'No department has this id.'],
  template_needed: ['Please select a template', 'No template was chosen.'],
  template_unknown: ['There is no such template', 'No template has this key.'],
  organization_needed: ['Please select an organization', 'No organization was chosen.'],
  organization_missing: ['There is no such organization', 'No organization has this id.'],
  filter_by_matrix_admin: [
    'Only administrators filter by matrix',
    'The filter shows matrices of all organizations.',
  ],
  module_needed: ['Please select a module', 'No module was chosen.'],
  modules_to_assign_needed: ['Please select at least one module to assign', 'No module was chosen.'],
  assignments_needed: ['Please select at least one training assignment', 'No assignment was chosen.'],
  users_needed: ['Please select at least one user', 'No person was chosen.'],
} as const satisfies ReasonEntries;

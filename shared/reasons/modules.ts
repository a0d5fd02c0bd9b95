import type { ReasonEntries } from './reason.ts';

/** The reasons for writing modules and quizzes. */
export const modulesReasons = {
  module_retired: ['This module is retired. Restore it first.', 'A retired module has no new versions.'],
  version_scheduled: [
    'Another version is scheduled. Withdraw it first.',
    'Only one version can be scheduled.',
  ],
  version_published: ['This version is already published.', 'The version is no draft.'],
  version_in_history: [
    'A version that was effective stays in the history.',
    'Only drafts and scheduled versions are deleted.',
  ],
  category_exists: ['A category with this name already exists', 'The name is used by another category.'],
  category_unknown: ['Unknown training category', 'There is no category of that name.'],
  category_name_needed: ['Category name is required', 'The category has no name.'],
  family_unknown: ['Unknown family', 'There is no family of that code.'],
  module_organization_unknown: ['Unknown organization', 'No organization has this id.'],
  reference_taken: ['This reference is used by another module', 'References are unique.'],
  content_type_needed: ['Content type is required', 'The type of the content is missing.'],
  change_note_needed: ['Describe what changed', 'A new version says what has changed.'],
  content_needed: ['Add at least one file or some text', 'A version has content.'],
  files_needed: ['Choose at least one file', 'The upload has no file.'],
  version_file_unknown: [
    'The module has no file “{name}”',
    'A file to keep is none of the version.',
    { name: 'text' },
  ],
  files_announced: [
    '{announced} files were announced and {received} received',
    'Fewer or more files arrived than `fileCount` says.',
    { announced: 'number', received: 'number' },
  ],
  not_file_list: ['Must be a JSON list of file names', 'The field is not such a list.'],
  not_json_object: ['Must be a JSON object', 'The field is not such an object.'],
  quiz_completes: [
    'This module is completed by passing its quiz. Choose another completion in its settings first.',
    'The quiz cannot be removed while it completes the module.',
  ],
  question_no_text: ['The question has no text', 'A question asks something.'],
  question_answer_of_other_kind: [
    'The correct answer is of a different type',
    'The key does not fit the kind of the question.',
  ],
  question_choose_answer: ['Choose the correct answer', 'No choice is marked as correct.'],
  question_without_choices: [
    'This kind of question has no choices',
    'Only questions with a choice have options.',
  ],
  question_number_needed: ['Enter the correct number', 'The key of a number is missing.'],
  not_below_zero: ['Must not be below 0', 'The tolerance is negative.'],
  question_accepted_needed: ['Give at least one accepted answer', 'A short text has an accepted answer.'],
  question_two_choices: ['Give at least two choices', 'A choice needs two options.'],
  choice_no_text: ['The choice has no text', 'An option says something.'],
  choice_twice: ['This choice already exists', 'Two options say the same.'],
  quiz_ids_differ: [
    'Ids of questions and of their choices must differ',
    'Two parts of the quiz have one id.',
  ],
  questions_needed: ['Write at least one question', 'A quiz asks something.'],
  too_many_questions: [
    'At most {maximum} questions',
    'The quiz has more questions than it may.',
    { maximum: 'number' },
  ],
  too_many_choices: [
    'At most {maximum} choices',
    'The question has more choices than it may.',
    { maximum: 'number' },
  ],
  too_many_accepted: [
    'At most {maximum} accepted answers',
    'The question has more accepted answers than it may.',
    { maximum: 'number' },
  ],
} as const satisfies ReasonEntries;

import type { ReasonEntries } from './reason.ts';

/** The reasons for learning. */
export const learningReasons = {
  module_not_found: ['Module Not Found', 'There is no such module, or the caller may not see it.'],
  version_not_found: ['Version Not Found', 'The module has no such version.'],
  user_not_found: [
    'The requested user could not be found.',
    'There is no such person, or the caller may not see them.',
  ],
  team_needed: [
    'Only managers and administrators have a team.',
    'Figures of a team were asked for by somebody without one.',
  ],
  date_in_future: ['The date must not be in the future.', 'The day asked for has not come.'],
  before_first_record: [
    'There are no records of that day yet. Choose a later day.',
    'The day is before the first record of the person or module.',
  ],
  before_moving_in: [
    'There are no records of that day yet. Completions from an earlier system are in the training file.',
    'The day is before the first record of the person or module, but a completion from a source is of that day or earlier.',
  ],
  erased_by_then: [
    'The personal data of this person were erased before that day. Choose an earlier day.',
    'The person was erased on that day or before.',
  ],
  module_or_matrix_needed: [
    'Choose a module or a training matrix.',
    'Neither a module nor a matrix was named.',
  ],
  organization_unknown: ['This organization does not exist.', 'No organization has this id.'],
  upload_gone: [
    'The upload is no longer available. Please upload the file again.',
    'The bytes of an upload were swept before they were used.',
  ],
  training_not_started: [
    'Start the training before you complete it.',
    'A training is completed after it was started.',
  ],
  start_training_first: ['Start this training first.', 'The training was not started yet.'],
  training_completed: ['This training is already completed.', 'The training is over.'],
  quiz_not_passed: ['The quiz has not been passed yet.', 'The training is completed by its quiz.'],
  new_version_effective: [
    'A new version of this training took effect. Open it again: what you complete is the new version.',
    'The version that was open is no longer the effective one.',
  ],
  viewer_session_over: [
    'This viewer session is not valid any more. Open the content again.',
    "The viewer session is unknown, over or another person's.",
  ],
  version_has_no_file: ['This version has no file of that name', "The file is not one of the version's."],
  version_has_no_part: [
    'This version has no part of that name',
    "The part is not one of the version's text.",
  ],
  question_not_on_paper: ['This question is not part of the attempt', 'The attempt has no such question.'],
  question_answered_twice: ['This question is answered twice', 'A question has two answers.'],
  answer_does_not_fit: [
    'This answer does not fit the question',
    'The answer is of another kind than the question.',
  ],
  no_quiz: ['This module has no quiz.', 'The module has no quiz to take.'],
} as const satisfies ReasonEntries;

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QuestionKind } from '#shared/domain/quizzes/question.ts';
import { addServerTexts } from '#app/lib/server-texts.ts';

/** The kinds of questions by their names (VIEW-06). */
export const kindLabels: Readonly<Record<QuestionKind, MessageDescriptor>> = {
  single: msg`Single choice`,
  multiple: msg`Multiple choice`,
  true_false: msg`True or false`,
  numeric: msg`Number`,
  short_text: msg`Short text`,
};

/** What rules and server say of quizzes, to the letter (SHELL-09). */
addServerTexts([
  ['The question has no text', msg`The question has no text`],
  ['The correct answer is of a different type', msg`The correct answer is of a different type`],
  ['Choose the correct answer', msg`Choose the correct answer`],
  ['This kind of question has no choices', msg`This kind of question has no choices`],
  ['Must not be below 0', msg`Must not be below 0`],
  ['Enter the correct number', msg`Enter the correct number`],
  ['Give at least one accepted answer', msg`Give at least one accepted answer`],
  ['Give at least two choices', msg`Give at least two choices`],
  ['The choice has no text', msg`The choice has no text`],
  ['This choice is there already', msg`This choice is there already`],
  [
    'Ids of questions and of their choices must differ',
    msg`Ids of questions and of their choices must differ`,
  ],
  ['This question is not on the paper', msg`This question is not on the paper`],
  ['This question is answered twice', msg`This question is answered twice`],
  ['This answer does not fit the question', msg`This answer does not fit the question`],
  ['This module has no quiz.', msg`This module has no quiz.`],
  ['Start this training first.', msg`Start this training first.`],
  ['This training is completed already.', msg`This training is completed already.`],
  ['This attempt has not been submitted yet.', msg`This attempt has not been submitted yet.`],
  [
    'This module is completed by passing its quiz. Choose another completion in its settings first.',
    msg`This module is completed by passing its quiz. Choose another completion in its settings first.`,
  ],
]);

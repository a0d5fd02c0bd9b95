import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QuestionKind } from '#shared/domain/quizzes/question.ts';

/** The kinds of questions by their names (VIEW-06). */
export const kindLabels: Readonly<Record<QuestionKind, MessageDescriptor>> = {
  single: msg`Single choice`,
  multiple: msg`Multiple choice`,
  true_false: msg`True or false`,
  numeric: msg`Number`,
  short_text: msg`Short text`,
};

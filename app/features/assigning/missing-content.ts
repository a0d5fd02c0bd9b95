import type { ModuleChoice } from '#app/features/assigning/ModuleSelect.tsx';

/** Returns whether people could not start a module: it has neither content nor a quiz (MTX-05). */
export const isWithoutContent = ({ hasContent, quizQuestions, contentType }: ModuleChoice): boolean =>
  !hasContent && (quizQuestions ?? (contentType === 'quiz' ? 1 : 0)) === 0;

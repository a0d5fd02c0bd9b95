import { useLingui } from '@lingui/react/macro';
import type { ContentPart } from '#app/screens/training-module/content-parts.ts';

/** Says what a part of a module is called: a file has its own name, the others are called what they are. */
export function usePartName(): (part: ContentPart) => string {
  const { t } = useLingui();
  return (part) => {
    if (part.kind === 'text') return t`Text`;
    if (part.kind === 'link') return t`Link`;
    return part.kind === 'quiz' ? t`Quiz` : part.file.originalName;
  };
}

import { useLingui } from '@lingui/react/macro';
import type { ContentPart } from '#app/screens/training-module/content-parts.ts';

/** Returns the name of a part of a module: a file has its own name, the other parts are named by their kind. */
export function usePartName(): (part: ContentPart) => string {
  const { t } = useLingui();
  return (part) => {
    if (part.kind === 'text') return t`Text`;
    if (part.kind === 'link') return t`Link`;
    return part.kind === 'quiz' ? t`Quiz` : part.file.originalName;
  };
}

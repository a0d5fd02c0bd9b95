import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';
import { OfferedInput } from '#app/ui/OfferedInput.tsx';

/** The job title, labelled 'Training Category' in forms (SPEC §3): seven are offered, any other text is allowed (USR-02). */
export function JobTitleInput(props: Omit<ComponentProps<typeof OfferedInput>, 'offered' | 'label'>) {
  const { t } = useLingui();
  return (
    <OfferedInput
      label={t`Training Category`}
      placeholder={t`Choose one or type another`}
      offered={trainingCategories}
      {...props}
    />
  );
}

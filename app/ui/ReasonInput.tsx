import { Textarea, type TextareaProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

/** The reason of a change, which the audit trail records; `withAsterisk` if the change requires one. */
export function ReasonInput(props: Omit<TextareaProps, 'label' | 'autosize'>) {
  const { t } = useLingui();
  return (
    <Textarea
      label={t`Reason`}
      description={t`Recorded in the audit trail with the change.`}
      autosize
      maxRows={4}
      {...props}
    />
  );
}

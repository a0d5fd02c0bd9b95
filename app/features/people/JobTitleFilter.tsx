import { useDebouncedCallback } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { JOB_TITLE_MAX, trainingCategories } from '#shared/domain/people/training-categories.ts';
import { OfferedInput } from '#app/ui/OfferedInput.tsx';

/** Filters a list or export by one job title (MTX-09, RPT-03): some are offered, any other can be typed; it is in the address. */
export function JobTitleFilter({
  className = '',
  value,
  onChange,
}: {
  readonly className?: string | undefined;
  readonly value: string;
  readonly onChange: (job: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState({ typed: value, sent: value });
  // The person went back, or cleared the filters.
  if (text.sent !== value) setText({ typed: value, sent: value });
  const send = useDebouncedCallback((typed: string) => {
    setText((before) => ({ ...before, sent: typed.trim() }));
    onChange(typed.trim());
  }, 400);
  return (
    <OfferedInput
      className={className}
      label={t`Job Title`}
      placeholder={t`All job titles`}
      offered={trainingCategories}
      maxLength={JOB_TITLE_MAX}
      clearable
      clearButtonProps={{ 'aria-label': t`All job titles` }}
      value={text.typed}
      onChange={(typed) => {
        setText((before) => ({ ...before, typed }));
        send(typed);
      }}
    />
  );
}

import { Alert, Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconHistory } from '@tabler/icons-react';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** Shows that the figures are not the current ones (RPT-04), with the way back. */
export function AsOfNotice({ day, onNow }: { readonly day: string; readonly onNow: () => void }) {
  const shown = isRealDate(day) ? <CalendarDate value={day} /> : day;
  return (
    <Alert
      color="violet"
      role="status"
      icon={<IconHistory aria-hidden />}
      title={<Trans>As the records were on {shown}</Trans>}
    >
      <Group gap="sm">
        <span>
          <Trans>Names, departments, due dates and completions are as of the end of that day.</Trans>
        </span>
        <Button size="compact-sm" variant="default" onClick={onNow}>
          <Trans>Show now</Trans>
        </Button>
      </Group>
    </Alert>
  );
}

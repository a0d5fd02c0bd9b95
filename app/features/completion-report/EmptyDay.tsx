import { Button, Paper } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconCalendarOff } from '@tabler/icons-react';
import { EmptyState } from '#app/ui/EmptyState.tsx';

/** Shown in place of a report of a day on which there were no people yet (RPT-04, SHELL-07). */
export function EmptyDay({ onNow }: { readonly onNow: () => void }) {
  return (
    <Paper withBorder>
      <EmptyState
        icon={IconCalendarOff}
        title={<Trans>No one was on record on that day</Trans>}
        hint={<Trans>The first people of this report were added later. Choose a later day.</Trans>}
        action={
          <Button variant="default" onClick={onNow}>
            <Trans>Show today’s report</Trans>
          </Button>
        }
      />
    </Paper>
  );
}

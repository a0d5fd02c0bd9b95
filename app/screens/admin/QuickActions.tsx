import { Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconBookUpload, IconChartLine, IconTable, IconUserPlus } from '@tabler/icons-react';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** Quick Actions (SPEC §2.4): the next steps of an administrator, each with its dialog open. */
export function QuickActions() {
  return (
    <Section title={<Trans>Quick Actions</Trans>}>
      <Stack gap="xs">
        <ButtonLink
          to="/training-modules"
          search={{ dialog: 'create' }}
          variant="default"
          justify="start"
          leftSection={<IconBookUpload size={18} aria-hidden />}
        >
          <Trans>Create Training Module</Trans>
        </ButtonLink>
        <ButtonLink
          to="/users"
          search={{ dialog: 'create' }}
          variant="default"
          justify="start"
          leftSection={<IconUserPlus size={18} aria-hidden />}
        >
          <Trans>Add New User</Trans>
        </ButtonLink>
        <ButtonLink
          to="/training-matrix"
          search={{ dialog: 'assign-templates' }}
          variant="default"
          justify="start"
          leftSection={<IconTable size={18} aria-hidden />}
        >
          <Trans>Assign Training Matrix</Trans>
        </ButtonLink>
        <ButtonLink
          to="/compliance"
          variant="default"
          justify="start"
          leftSection={<IconChartLine size={18} aria-hidden />}
        >
          <Trans>View Analytics</Trans>
        </ButtonLink>
        <SendReminders linkable justify="start" />
      </Stack>
    </Section>
  );
}

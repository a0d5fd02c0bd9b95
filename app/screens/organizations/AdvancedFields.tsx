import { Button, Collapse, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { OrganizationLabels } from '#app/screens/organizations/changes-between.tsx';
import { timeZones, type OrganizationValues } from '#app/screens/organizations/organization-form.ts';

/** The part 'Advanced' of the organization form: settings that most organizations never change (ORG-04, ORG-02). */
export function AdvancedFields({
  form,
  labels,
  opened,
  onToggle,
}: {
  readonly form: UseFormReturnType<OrganizationValues>;
  readonly labels: OrganizationLabels;
  readonly opened: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const zone = form.values.timeZone;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={opened}
        aria-controls={id}
        leftSection={
          opened ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />
        }
        onClick={onToggle}
      >
        <Trans>Advanced</Trans>
      </Button>
      <Collapse expanded={opened} id={id}>
        <Stack gap="md" pt="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={labels.slug}
              description={t`Part of web addresses. Leave empty to derive it from the name.`}
              {...form.getInputProps('slug')}
              key={form.key('slug')}
            />
            <TextInput
              label={labels.titlePattern}
              description={t`Text in module titles that identifies this organization’s family`}
              {...form.getInputProps('titlePattern')}
              key={form.key('titlePattern')}
            />
            <Select
              label={labels.timeZone}
              description={t`Its calendar decides what is due`}
              searchable
              allowDeselect={false}
              limit={60}
              nothingFoundMessage={t`No such time zone`}
              data={timeZones.includes(zone) ? timeZones : [zone, ...timeZones]}
              {...form.getInputProps('timeZone')}
              key={form.key('timeZone')}
            />
            <NumberInput
              label={labels.maxSessionTimeout}
              description={t`From 5 to 480. No one in the organization stays signed in longer than this without activity.`}
              min={5}
              max={480}
              {...form.getInputProps('maxSessionTimeout')}
              key={form.key('maxSessionTimeout')}
            />
            <NumberInput
              label={labels.returnDays}
              description={t`From 0 to 90. Trainings due during an absence become due this many days after the return.`}
              min={0}
              max={90}
              {...form.getInputProps('returnDays')}
              key={form.key('returnDays')}
            />
          </SimpleGrid>
          <Switch
            label={labels.showOnLanding}
            {...form.getInputProps('showOnLanding', { type: 'checkbox' })}
            key={form.key('showOnLanding')}
          />
          <Switch
            label={labels.inviteNewAccounts}
            description={t`Includes a link to choose a password that works once and expires after seven days.`}
            {...form.getInputProps('inviteNewAccounts', { type: 'checkbox' })}
            key={form.key('inviteNewAccounts')}
          />
        </Stack>
      </Collapse>
    </div>
  );
}

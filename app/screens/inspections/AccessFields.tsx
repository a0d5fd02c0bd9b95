import { Checkbox, Group, Stack, Text, TextInput, CloseButton } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { inspectionSights } from '#shared/domain/access/permissions.ts';
import type { AppForm } from '#app/lib/forms.ts';
import { sightLabels } from '#app/features/inspections/inspections.ts';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import type { AccessValues } from '#app/screens/inspections/inspection-form.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The common fields of opening and changing an inspection (INS-01): the last day, the inspectors, and what they may see in
 * addition to training records.
 */
export function AccessFields<Values extends AccessValues>({
  form,
  known = [],
}: {
  readonly form: AppForm<Values>['form'];
  /** Inspectors who are chosen when the dialog opens. */
  readonly known?: readonly Named[];
}) {
  const { i18n, t } = useLingui();
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])));
  const [round, setRound] = useState(0);
  const { userIds } = form.values;
  const choose = (ids: string[]) => form.setValues({ userIds: ids } as Partial<Values>);
  return (
    <>
      <TextInput
        type="date"
        label={t`Last day`}
        description={t`Access ends at the end of this day, or when you close the inspection.`}
        withAsterisk
        {...form.getInputProps('toDay')}
      />
      <Stack gap="xs">
        <PersonSelect
          // Empty again after each choice.
          key={round}
          among="everyone"
          label={t`Inspectors`}
          description={t`Each inspector needs an account. Administrators cannot be inspectors.`}
          placeholder={t`Add an inspector`}
          withAsterisk
          value={null}
          error={form.getInputProps('userIds').error as string | undefined}
          data-path="userIds"
          onChange={(id, option) => {
            if (id === null) return;
            setNames((all) => new Map(all).set(id, option?.label ?? id));
            setRound((count) => count + 1);
            if (!userIds.includes(id)) choose([...userIds, id]);
          }}
        />
        {userIds.length > 0 && (
          <Stack
            component="ul"
            gap={4}
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label={t`Chosen inspectors`}
          >
            {userIds.map((id) => {
              const name = names.get(id) ?? id;
              return (
                <Group component="li" key={id} gap="xs" wrap="nowrap" justify="space-between">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Text>
                  <CloseButton
                    aria-label={t`Remove ${name}`}
                    onClick={() => choose(userIds.filter((one) => one !== id))}
                  />
                </Group>
              );
            })}
          </Stack>
        )}
      </Stack>
      <Checkbox.Group
        label={t`Also show inspectors`}
        description={t`Inspectors always see people, training records, reports and the audit trail of the organizations.`}
        value={form.values.sees}
        onChange={(chosen) =>
          form.setValues({
            sees: inspectionSights.filter((sight) => chosen.includes(sight)),
          } as Partial<Values>)
        }
      >
        <Stack gap="xs" mt="xs">
          {inspectionSights.map((sight) => (
            <Checkbox key={sight} value={sight} label={i18n._(sightLabels[sight])} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

import { Select, type SelectProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { familyChoices } from '#app/screens/training-modules/modules.ts';

/** The family of a module: set manually, or left to its title (MOD-05, ORG-04). */
export function FamilySelect(input: Omit<SelectProps, 'data' | 'label'>) {
  const { t } = useLingui();
  const families = useQuery(queryFor(modulesContract.families));
  return (
    <Select
      {...input}
      label={t`Organization family`}
      allowDeselect={false}
      data={[{ value: '', label: t`By title` }, ...familyChoices(families.data ?? [])]}
      error={input.error ?? (families.error ? t`The families could not be loaded.` : undefined)}
    />
  );
}

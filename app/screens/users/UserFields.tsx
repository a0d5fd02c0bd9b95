import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { EXTERNAL_ID_MAX } from '#shared/domain/people/external-id.ts';
import { roles, type Role } from '#shared/domain/access/permissions.ts';
import { JobTitleInput } from '#app/features/people/JobTitleInput.tsx';
import type { PersonRow } from '#app/features/people/people.ts';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { queryFor } from '#app/lib/client.ts';
import type { UserValues } from '#app/screens/users/user-form.ts';

/** The choice that opens Create New Department. */
const newDepartment = 'new';

/** The fields of a person (SPEC §2.9, §5, USR-02): the same for creating and editing. */
export function UserFields<Values extends UserValues>({
  form,
  person,
  onNewDepartment,
}: {
  readonly form: UseFormReturnType<Values>;
  /** The person that the form edits; absent for a new person. */
  readonly person?: PersonRow;
  readonly onNewDepartment: () => void;
}) {
  const { t, i18n } = useLingui();
  const { organizationId, role } = form.values;
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const departments = useQuery({
    ...queryFor(organizationsContract.departments, {
      query: { sort: 'name', limit: 1000, organizationId },
    }),
    enabled: organizationId !== '',
  });
  // TypeScript cannot prove that a type with generic keys has these fields; the fields are those of UserValues.
  const set = (values: Partial<UserValues>) => form.setValues(values as Partial<Values>);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t`First name`} withAsterisk data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={t`Last name`} withAsterisk {...form.getInputProps('lastName')} />
        <TextInput
          label={t`Email`}
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <Select
          label={t`Role`}
          data={roles.map((value) => ({ value, label: i18n._(roleLabels[value]) })).toReversed()}
          allowDeselect={false}
          {...form.getInputProps('role')}
          value={role}
          onChange={(value) => set({ role: (value ?? role) as Role })}
        />
        <JobTitleInput {...form.getInputProps('jobTitle')} />
        <PersonSelect
          label={t`Manager`}
          placeholder={t`No one`}
          managerOf={person?.id}
          chosen={person?.managerId ? { id: person.managerId, name: person.managerName ?? '' } : undefined}
          {...form.getInputProps('managerId')}
          value={form.values.managerId || null}
          onChange={(value) => set({ managerId: value ?? '' })}
        />
        <Select
          label={t`Organization`}
          placeholder={t`No organization`}
          searchable
          clearable={organizationId !== ''}
          data={withCurrent(organizations.data ?? [], person?.organizationId, person?.organizationName)}
          nothingFoundMessage={<Trans>No organizations found</Trans>}
          {...form.getInputProps('organizationId')}
          value={organizationId || null}
          onChange={(value) => set({ organizationId: value ?? '', departmentId: '' })}
        />
        <Select
          label={t`Department`}
          placeholder={organizationId === '' ? t`Choose an organization first` : t`No department`}
          searchable
          clearable={form.values.departmentId !== ''}
          data={[
            ...(organizationId === '' ? [] : (departments.data ?? [])).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
            { value: newDepartment, label: t`Create New Department` },
          ]}
          {...form.getInputProps('departmentId')}
          value={form.values.departmentId || null}
          onChange={(value) => {
            if (value === newDepartment) onNewDepartment();
            else set({ departmentId: value ?? '' });
          }}
        />
        <TextInput
          label={t`External ID`}
          description={t`The number in another system, by which imports recognize the person.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={EXTERNAL_ID_MAX}
          {...form.getInputProps('externalId')}
        />
      </SimpleGrid>
      <Switch
        label={t`Active Status`}
        description={
          form.values.isActive
            ? t`The person can sign in and counts in reports.`
            : t`The person cannot sign in; open sessions end.`
        }
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  );
}

/** Returns the organizations to choose from, and the person's current one even if it is archived. */
function withCurrent(
  organizations: readonly { readonly id: number; readonly name: string }[],
  id: number | null | undefined,
  name: string | null | undefined,
) {
  const choices = organizations.map((one) => ({ value: String(one.id), label: one.name }));
  if (id == null || organizations.some((one) => one.id === id)) return choices;
  return [{ value: String(id), label: name ?? String(id) }, ...choices];
}

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { offeredDepartmentNames } from '#shared/domain/people/training-categories.ts';
import { departmentBody, departmentRefusals, missingFields } from '#app/features/people/department-form.ts';
import { queryFor } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { DepartmentLine } from '#app/screens/organizations/DepartmentLine.tsx';
import classes from '#app/screens/organizations/Organizations.module.css';
import { type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { OfferedInput } from '#app/ui/OfferedInput.tsx';

/** The departments of one organization (ORG-03): list, create, rename; the names of SPEC §9 are offered, any other is accepted. */
export function DepartmentsDialog({
  organization,
  onClose,
}: {
  readonly organization: OrganizationRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, name, isActive } = organization;
  const departments = useQuery(
    queryFor(organizationsContract.departments, {
      query: { organizationId: String(id), sort: 'name', limit: 1000 },
    }),
  );
  return (
    <Modal opened onClose={onClose} title={t`Departments of ${name}`} size="lg">
      <Stack gap="md">
        <Load query={departments} skeleton={<LineSkeletons count={4} label={t`Loading departments...`} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Text c="dimmed" size="sm">
                <Trans>No departments yet. Trainings can be required by department.</Trans>
              </Text>
            ) : (
              <ul className={classes.list} aria-label={t`Departments`}>
                {rows.map((department) => (
                  <DepartmentLine key={department.id} department={department} fixed={!isActive} />
                ))}
              </ul>
            )
          }
        </Load>
        {isActive ? (
          <CreateDepartment organizationId={id} taken={(departments.data ?? []).map((row) => row.name)} />
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>This organization is archived. Restore it to change its departments.</Trans>
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

function CreateDepartment({
  organizationId,
  taken,
}: {
  readonly organizationId: number;
  readonly taken: readonly string[];
}) {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const withPlace = ({ name }: { readonly name: string }) => ({
    name,
    organizationId: String(organizationId),
  });
  const create = useCommand(organizationsContract.createDepartment, {
    success: messages.departmentCreated,
    failure: messages.departmentCreateFailed,
    onSuccess: () => form.reset(),
    onError: (error) => {
      if (showErrors(error)) return true;
      setFailure(explain(error));
      return false;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name: '' },
    rules: (values) => {
      if (missingFields(withPlace(values)).length > 0) showToast(messages.fieldsMissing);
      return departmentRefusals(withPlace(values));
    },
    send: (values) => {
      setFailure(null);
      create.mutate({ body: departmentBody(withPlace(values)) });
    },
  });
  const known = new Set(taken.map((name) => name.toLowerCase()));
  return (
    <form onSubmit={submit} noValidate>
      <Group align="end" gap="xs">
        <OfferedInput
          label={t`New department`}
          placeholder={t`Choose or type a name`}
          offered={offeredDepartmentNames.filter((name) => !known.has(name.toLowerCase()))}
          maxLength={200}
          style={{ flex: '1 1 220px' }}
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <Button type="submit" loading={create.isPending} leftSection={<IconPlus size={16} aria-hidden />}>
          <Trans>Create Department</Trans>
        </Button>
      </Group>
      {failure && (
        <Alert color="red" role="alert" mt="sm">
          {failure}
        </Alert>
      )}
    </form>
  );
}

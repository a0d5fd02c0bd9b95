import { ActionIcon, Alert, Button, Group, Stack, Tooltip } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { departmentRename } from '#shared/contract/department-schemas.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { offeredDepartmentNames } from '#shared/domain/people/training-categories.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import classes from '#app/screens/organizations/Organizations.module.css';
import { type DepartmentRow } from '#app/screens/organizations/organizations.ts';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';
import { OfferedInput } from '#app/ui/OfferedInput.tsx';

/** One department; its pencil turns it into a field (ORG-03, SPEC §9). */
export function DepartmentLine({
  department,
  fixed,
}: {
  readonly department: DepartmentRow;
  /** True if the organization is archived: then nothing can be renamed. */
  readonly fixed: boolean;
}) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  return (
    <li className={classes.department}>
      {editing ? (
        <RenameForm department={department} onDone={() => setEditing(false)} />
      ) : (
        <>
          <span className={classes.departmentName}>{department.name}</span>
          {!fixed && (
            <Tooltip label={t`Rename`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Rename ${department.name}`}
                onClick={() => setEditing(true)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
    </li>
  );
}

function RenameForm({
  department,
  onDone,
}: {
  readonly department: DepartmentRow;
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const [base, setBase] = useState(department);
  const [newer, setNewer] = useState<DepartmentRow | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const rename = useCommand(organizationsContract.renameDepartment, {
    success: messages.departmentRenamed,
    failure: messages.departmentUpdateFailed,
    onSuccess: onDone,
    onError: (error) => {
      if (error.code === 'STALE') {
        setNewer(error.problem?.['current'] as DepartmentRow);
        return true;
      }
      if (showErrors(error)) return true;
      setFailure(explain(error));
      return false;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name: department.name },
    rules: departmentRename,
    send: ({ name }) => {
      setFailure(null);
      rename.mutate({
        params: { id: base.id },
        body: { name: name.trim() },
        ifMatch: `"${String(base.revision)}"`,
      });
    },
  });
  const goOn = (take: boolean) => {
    if (!newer) return;
    if (take) form.setValues({ name: newer.name });
    setBase(newer);
    setNewer(null);
  };
  return (
    <form onSubmit={submit} noValidate style={{ flex: 1 }}>
      <Stack gap="xs">
        {newer && (
          <StaleNotice
            changes={[{ label: t`Name`, before: base.name, after: newer.name }]}
            onTakeNewer={() => goOn(true)}
            onKeepMine={() => goOn(false)}
          />
        )}
        <Group align="start" gap="xs">
          <OfferedInput
            aria-label={t`New name of ${department.name}`}
            offered={offeredDepartmentNames}
            maxLength={200}
            ref={field}
            openOnFocus={false}
            style={{ flex: '1 1 200px' }}
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <Button type="submit" size="sm" loading={rename.isPending} disabled={newer !== null}>
            <Trans>Save</Trans>
          </Button>
          <Button size="sm" variant="default" disabled={rename.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
      </Stack>
    </form>
  );
}

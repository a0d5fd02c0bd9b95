import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { pageFor } from '#app/lib/client.ts';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import type { PatchView } from '#app/screens/training-matrix/matrices.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';

type Department = ResponseOf<typeof matrixOverviewContract.departments>[number];

/** Assign Templates to Users (SPEC §2.8): every department with its matrices, to assign or to manage. */
export function DepartmentsDialog({
  patch,
  onClose,
}: {
  readonly patch: PatchView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const list = useList({
    filters: {},
    ask: () => searchOf(q),
    local: true,
    sort: 'name',
    limit: 10,
    page: (query) => ({
      ...pageFor(matrixOverviewContract.departments, { query }),
      refetchOnMount: 'always',
    }),
  });
  return (
    <Modal opened onClose={onClose} title={t`Assign Templates to Users`} size="lg">
      <Stack gap="sm">
        <TextInput
          label={t`Search`}
          placeholder={t`Department or organization`}
          leftSection={<IconSearch size={16} aria-hidden />}
          type="search"
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => {
            list.clear();
            setText(currentTarget.value);
          }}
        />
        <Load query={list.query} skeleton={<LineSkeletons label={t`Loading departments...`} />}>
          {({ rows }) => (
            <>
              {rows.length === 0 ? (
                <Text size="sm" c="dimmed" role="status">
                  <Trans>No such department.</Trans>
                </Text>
              ) : (
                <ul className={classes.rows} aria-label={t`Departments`}>
                  {rows.map((department) => (
                    <DepartmentLine key={department.id} department={department} patch={patch} />
                  ))}
                </ul>
              )}
              <ListFoot list={list.table} stays />
            </>
          )}
        </Load>
      </Stack>
    </Modal>
  );
}

function DepartmentLine({
  department,
  patch,
}: {
  readonly department: Department;
  readonly patch: PatchView;
}) {
  const { t } = useLingui();
  const { name, organizationName, matrices } = department;
  const place = `${name}, ${organizationName}`;
  const filled = matrices.filter(({ moduleCount }) => moduleCount > 0);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {organizationName}
          {' · '}
          <Plural value={department.people} one="# person" other="# people" />
          {' · '}
          {filled.length === 0 ? (
            <Trans>no modules yet</Trans>
          ) : (
            <Plural
              value={Math.max(...filled.map(({ userCount }) => userCount))}
              _0="assigned to no one"
              one="assigned to # person"
              other="assigned to # people"
            />
          )}
        </Text>
      </div>
      <div className={classes.rowActions}>
        {filled.map((matrix) => {
          const which = filled.length === 1 ? matrix.name : (matrix.jobTitle ?? matrix.name);
          return (
            <Button
              key={matrix.id}
              size="compact-sm"
              variant="light"
              maw={240}
              aria-label={t`Assign ${which} in ${place}`}
              onClick={() => patch({ dialog: '', assign: String(matrix.id) })}
            >
              {filled.length === 1 ? <Trans>Assign</Trans> : <Trans>Assign {which}</Trans>}
            </Button>
          );
        })}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Manage ${place}`}
          onClick={() => patch({ dialog: '', q: '', page: '1', department: String(department.id) })}
        >
          <Trans>Manage</Trans>
        </Button>
      </div>
    </li>
  );
}

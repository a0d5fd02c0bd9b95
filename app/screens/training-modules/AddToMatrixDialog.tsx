import { Alert, Button, NumberInput, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { assignToMatrixBody } from '#shared/contract/curricula-schemas.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { AddingDialog } from '#app/features/matrix-effect/AddingDialog.tsx';
import { useAdding } from '#app/features/matrix-effect/use-adding.ts';
import { DepartmentDialog } from '#app/features/people/DepartmentDialog.tsx';
import { queryFor } from '#app/lib/client.ts';
import { errorsByField, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { showToast } from '#app/lib/toasts.ts';
import { AddedToMatrix, AlreadyInMatrix } from '#app/screens/training-modules/AddedToMatrix.tsx';
import { refusalOf, type Refusal } from '#app/screens/training-modules/matrix-refusals.ts';
import { type Chosen } from '#app/screens/training-modules/modules.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Days until an assignment is due, by default (SPEC §9). */
const defaultDaysToDue = 30;

/**
 * The dialog 'Assign modules to matrix' of SPEC §2.7 and §5 (MTX-03), for an existing matrix or a new one for a department. It
 * then shows who needs the modules, and asks whether they get them at once (MTX-06).
 */
export function AddToMatrixDialog({
  modules,
  onClose,
  onDone,
}: {
  readonly modules: readonly Chosen[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const [mode, setMode] = useState<'existing' | 'new'>('existing');
  const [matrixId, setMatrixId] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [daysToDue, setDaysToDue] = useState<number | string>(defaultDaysToDue);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [naming, setNaming] = useState(false);
  const matrixInput = useRef<HTMLInputElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const departmentInput = useRef<HTMLInputElement>(null);
  const daysInput = useRef<HTMLInputElement>(null);
  const matrices = useQuery(queryFor(curriculaContract.matrices, { query: { sort: 'name', limit: 1000 } }));
  const departments = useQuery(queryFor(organizationsContract.departments, { query: { limit: 1000 } }));
  const [done, setDone] = useState<ResponseOf<typeof curriculaContract.assignModules> | null>(null);
  const adding = useAdding({
    endpoint: curriculaContract.assignModules,
    failure: messages.matrixAssignmentFailed,
    onDone: setDone,
    showErrors: ({ errors }) => {
      setFaults(errorsByField(errors));
      return false;
    },
  });
  const body = {
    moduleIds: modules.map(({ id }) => id),
    ...(mode === 'existing'
      ? { matrixId: Number(matrixId) }
      : { matrixName: name.trim(), departmentId: Number(departmentId) }),
    daysToDue: daysToDue === '' ? Number.NaN : Number(daysToDue),
  };
  const send = () => {
    const refused = refusalOf({ modules: modules.length, mode, matrixId, name, departmentId });
    setRefusal(refused);
    if (refused) {
      showToast(refused.toast);
      if (refused.field === 'matrix') matrixInput.current?.focus();
      if (refused.field === 'name') nameInput.current?.focus();
      if (refused.field === 'department') departmentInput.current?.focus();
      return;
    }
    const found = validateBy(assignToMatrixBody)(body);
    setFaults(found);
    if ('matrixName' in found) nameInput.current?.focus();
    else if ('daysToDue' in found) daysInput.current?.focus();
    else adding.show(body);
  };
  const errorAt = (field: Refusal['field']) =>
    refusal?.field === field && refusal.toast.text ? i18n._(refusal.toast.text) : undefined;
  if (done) return <AddedToMatrix answer={done} onClose={onDone} />;
  if (adding.step && adding.answer) {
    const { added, alreadyInMatrix, created, matrixName } = adding.answer;
    const labels = created
      ? { now: <Trans>Create and assign</Trans>, later: <Trans>Create matrix</Trans> }
      : { now: <Trans>Add and assign</Trans>, later: <Trans>Add to matrix</Trans> };
    return (
      <AddingDialog
        step={adding.step}
        body={body}
        modules={added}
        title={created ? t`Create the matrix ${matrixName}?` : t`Add the modules to ${matrixName}?`}
        labels={labels}
      >
        <MissingContent moduleIds={body.moduleIds} />
        {alreadyInMatrix.length > 0 && <AlreadyInMatrix count={alreadyInMatrix.length} />}
      </AddingDialog>
    );
  }
  if (naming) {
    return (
      <DepartmentDialog
        organizationId=""
        onDone={(made) => {
          setDepartmentId(String(made.id));
          setRefusal(null);
          setNaming(false);
        }}
        onClose={() => setNaming(false)}
      />
    );
  }
  return (
    <FormDialog
      opened
      title={t`Create/Add to Training Matrix`}
      submitLabel={<Trans>Show who needs it</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        send();
      }}
      onClose={onClose}
      busy={adding.showing}
      changed={name !== '' || matrixId !== null || departmentId !== null}
    >
      <Text size="sm" c="dimmed" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
        <Plural value={modules.length} one="# module:" other="# modules:" />{' '}
        {modules.map(({ title }) => title).join(', ')}
      </Text>
      <MissingContent moduleIds={body.moduleIds} />
      <SegmentedControl
        fullWidth
        value={mode}
        onChange={(value) => {
          setRefusal(null);
          setMode(value === 'new' ? 'new' : 'existing');
        }}
        data={[
          { value: 'existing', label: t`Existing matrix` },
          { value: 'new', label: t`New matrix` },
        ]}
        aria-label={t`Which matrix`}
      />
      {mode === 'existing' && (
        <Select
          ref={matrixInput}
          label={t`Training matrix`}
          searchable
          openOnFocus={false}
          error={errorAt('matrix')}
          data={(matrices.data ?? []).map((matrix) => ({
            value: String(matrix.id),
            label: [matrix.name, matrix.departmentName, matrix.organizationName].filter(Boolean).join(' · '),
          }))}
          value={matrixId}
          onChange={setMatrixId}
          nothingFoundMessage={<Trans>No such matrix. You can create a new one.</Trans>}
        />
      )}
      {mode === 'new' && (
        <>
          <TextInput
            ref={nameInput}
            label={t`Matrix name`}
            value={name}
            error={errorAt('name') ?? faults['matrixName']}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setFaults({});
            }}
          />
          <Select
            ref={departmentInput}
            label={t`Department`}
            searchable
            openOnFocus={false}
            error={errorAt('department')}
            data={(departments.data ?? []).map((department) => ({
              value: String(department.id),
              label: `${department.name} · ${department.organizationName}`,
            }))}
            value={departmentId}
            onChange={setDepartmentId}
            nothingFoundMessage={<Trans>No such department.</Trans>}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            <Trans>Create New Department</Trans>
          </Button>
        </>
      )}
      <NumberInput
        ref={daysInput}
        label={t`Days to due`}
        description={t`Counted from the day of assignment`}
        min={0}
        max={3650}
        value={daysToDue}
        error={faults['daysToDue']}
        onChange={(days) => {
          setDaysToDue(days);
          setFaults({});
        }}
      />
      {(matrices.error ?? departments.error) && (
        <Alert color="red" role="alert">
          <Trans>Matrices and departments could not be loaded.</Trans>
        </Alert>
      )}
      <DialogError error={adding.errorOfShow} />
    </FormDialog>
  );
}

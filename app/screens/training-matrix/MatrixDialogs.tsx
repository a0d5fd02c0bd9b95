import { Modal } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { queryFor } from '#app/lib/client.ts';
import { AssignDialog } from '#app/screens/training-matrix/assign/AssignDialog.tsx';
import { DepartmentsDialog } from '#app/screens/training-matrix/assign/DepartmentsDialog.tsx';
import { AddModuleDialog } from '#app/screens/training-matrix/changes/AddModuleDialog.tsx';
import { EditMatrixDialog } from '#app/screens/training-matrix/changes/EditMatrixDialog.tsx';
import { EditModuleDialog } from '#app/screens/training-matrix/changes/EditModuleDialog.tsx';
import {
  RemoveMatrixDialog,
  RemoveModuleDialog,
} from '#app/screens/training-matrix/changes/RemoveDialogs.tsx';
import type { Opened } from '#app/screens/training-matrix/dialogs.ts';
import { FeaturedDialog } from '#app/screens/training-matrix/FeaturedDialog.tsx';
import { fullNameOf, type Matrix, type MatrixModule } from '#app/screens/training-matrix/matrices.ts';
import { HistoryDialog } from '#app/features/trail/HistoryDialog.tsx';
import { PeopleDialog } from '#app/screens/training-matrix/PeopleDialog.tsx';
import { RenameDepartmentDialog } from '#app/screens/training-matrix/RenameDepartmentDialog.tsx';
import { TemplateDialog } from '#app/screens/training-matrix/TemplateDialog.tsx';
import type { Matrices } from '#app/screens/training-matrix/use-matrices.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The open dialog: from the address, so that it can be linked to, or from a card (SPEC §2.8). */
export function MatrixDialogs({
  matrices,
  opened,
  onOpen,
}: {
  readonly matrices: Matrices;
  readonly opened: Opened | null;
  readonly onOpen: (opened: Opened | null) => void;
}) {
  const { view, patch, filter, close, summary } = matrices;
  const rows = matrices.matrices.data?.rows ?? [];
  if (view.assign !== '') return <AssignByAddress matrixId={view.assign} rows={rows} onClose={close} />;
  if (view.dialog === 'assign-templates') return <DepartmentsDialog patch={patch} onClose={close} />;
  if (view.dialog === 'people') {
    const name = rows.find(({ id }) => String(id) === view.matrix)?.name;
    return <PeopleDialog view={view} matrixName={name} patch={patch} onClose={close} />;
  }
  if (view.dialog === 'template') {
    const onMade = (name: string) => filter({ dialog: '', q: name, department: '' });
    return <TemplateDialog onClose={close} onMade={onMade} />;
  }
  if (!opened) return null;
  const done = () => onOpen(null);
  if (opened.dialog === 'featured') {
    return <FeaturedDialog departmentId={summary.data?.featuredDepartment?.id ?? null} onClose={done} />;
  }
  // The current matrix, not its state when the dialog was opened.
  const matrix = rows.find(({ id }) => id === opened.matrix.id) ?? opened.matrix;
  switch (opened.dialog) {
    case 'add':
      return <AddModuleDialog matrix={matrix} onClose={done} />;
    case 'edit':
      return <EditMatrixDialog matrix={matrix} onClose={done} />;
    case 'history':
      return (
        <HistoryDialog
          name={fullNameOf(matrix)}
          of={{ recordType: 'training_matrices', recordId: String(matrix.id) }}
          onClose={done}
        />
      );
    case 'rename-department':
      return <RenameDepartmentDialog matrix={matrix} onClose={done} />;
    case 'remove':
      return <RemoveMatrixDialog matrix={matrix} onClose={done} />;
    case 'edit-module':
      return <EditModuleDialog matrix={matrix} module={moduleNow(matrix, opened.module)} onClose={done} />;
    case 'remove-module':
      return <RemoveModuleDialog matrix={matrix} module={opened.module} onClose={done} />;
  }
}

const moduleNow = (matrix: Matrix, module: MatrixModule): MatrixModule =>
  matrix.families.flatMap(({ modules }) => modules).find(({ entryId }) => entryId === module.entryId) ??
  module;

/** The id used if an address names no matrix: no matrix has it. */
const noMatrix = '2147483647';

/** Another page may link to a matrix whose card is not on this one. */
function AssignByAddress({
  matrixId,
  rows,
  onClose,
}: {
  readonly matrixId: string;
  readonly rows: readonly Matrix[];
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const here = rows.find(({ id }) => String(id) === matrixId);
  const named = useQuery({
    ...queryFor(curriculaContract.matrices, {
      query: { matrixId: /^[1-9]\d{0,8}$/.test(matrixId) ? matrixId : noMatrix, limit: 1 },
    }),
    enabled: here === undefined,
  });
  const matrix = here ?? named.data?.[0];
  if (matrix) return <AssignDialog matrix={matrix} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t`Assign Template`} size="lg">
      <Load query={named} skeleton={<LineSkeletons label={t`Loading training matrix...`} />}>
        {() => <EmptyState title={<Trans>There is no such training matrix.</Trans>} />}
      </Load>
    </Modal>
  );
}

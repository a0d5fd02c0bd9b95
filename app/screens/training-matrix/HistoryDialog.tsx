import { Modal, Stack } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { TrailList } from '#app/features/trail/TrailList.tsx';
import { fullNameOf, type Matrix } from '#app/screens/training-matrix/matrices.ts';

/** What was done to a matrix, its modules and its members, from the audit trail (AUD-03). */
export function HistoryDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const name = fullNameOf(matrix);
  return (
    <Modal opened onClose={onClose} title={t`History of ${name}`} size="xl">
      <Stack gap="md">
        <TrailList filters={{ recordType: 'training_matrices', recordId: String(matrix.id) }} limit={20} />
      </Stack>
    </Modal>
  );
}

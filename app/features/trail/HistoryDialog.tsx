import { Modal, Stack } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { HistoryOf } from '#app/features/trail/History.tsx';
import { TrailList } from '#app/features/trail/TrailList.tsx';

/** The changes of a record and of what belongs to it, from the audit trail (AUD-03). */
export function HistoryDialog({
  name,
  of,
  onClose,
}: {
  /** The name of the record. */
  readonly name: string;
  readonly of: HistoryOf;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Modal opened onClose={onClose} title={t`History of ${name}`} size="xl">
      <Stack gap="md">
        <TrailList filters={of} limit={20} />
      </Stack>
    </Modal>
  );
}

import { Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FilePreview } from '#app/features/files/FilePreview.tsx';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** A document in the page, to be read before it is signed (HR-02…04). */
export function DocumentDialog({
  file,
  title,
  actions,
  onClose,
}: {
  readonly file: ModuleFile | null;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal opened={file !== null} onClose={onClose} title={title} size={960} fullScreen={phone}>
      {file && <FilePreview file={file} />}
      {actions && (
        <Group justify="end" mt="md">
          {actions}
        </Group>
      )}
    </Modal>
  );
}

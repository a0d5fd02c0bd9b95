import { Modal } from '@mantine/core';
import { FilePreview } from '#app/features/files/FilePreview.tsx';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** File preview (SPEC §2.7, §9; MOD-09). */
export function PreviewDialog({
  file,
  onClose,
}: {
  readonly file: ModuleFile;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={file.originalName} size="min(1080px, 96vw)">
      <FilePreview file={file} />
    </Modal>
  );
}

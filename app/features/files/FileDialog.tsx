import { Button, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FilePreview } from '#app/features/files/FilePreview.tsx';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** A file in the page: a preview of a module's file, or a document to read before it is signed (SPEC §2.7, MOD-09, HR-02…04). */
export function FileDialog({
  file,
  title,
  onClose,
}: {
  readonly file: ModuleFile | null;
  readonly title: ReactNode;
  readonly onClose: () => void;
}) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal opened={file !== null} onClose={onClose} title={title} size={1080} fullScreen={phone}>
      <Stack gap="sm">
        {file && <FilePreview file={file} />}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

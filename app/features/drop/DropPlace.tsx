import '@mantine/dropzone/styles.layer.css';
import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Trans } from '@lingui/react/macro';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The area in which files are dropped or chosen: by mouse, touch and keyboard (SPEC §2.7). */
export function DropPlace({
  label,
  onDrop,
  multiple = true,
  disabled = false,
  extensions,
  hint,
}: {
  readonly label: string;
  readonly onDrop: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** The file types that the chooser of the system offers; any file can be dropped, and the caller says why it is refused. */
  readonly extensions?: readonly string[];
  /** Instead of the hint of SPEC §2.7. */
  readonly hint?: ReactNode;
}) {
  return (
    <Dropzone
      onDrop={(dropped) => onDrop(multiple ? dropped : dropped.slice(0, 1))}
      multiple={multiple}
      disabled={disabled}
      inputProps={{
        'aria-label': label,
        ...(extensions ? { accept: extensions.map((extension) => `.${extension}`).join(',') } : {}),
      }}
      aria-label={label}
      p="md"
    >
      <Group justify="center" gap="sm" wrap="nowrap" mih={56}>
        <IconUpload size={24} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        <div>
          <Text size="sm" fw={550}>
            {multiple ? (
              <Trans>Drop files here or choose them</Trans>
            ) : (
              <Trans>Drop a file here or choose it</Trans>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {hint ?? (
              <Trans>PDF, MP4, PPTX, DOCX, ZIP, XLSX, TXT: up to 10 MB each, video up to 500 MB</Trans>
            )}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}

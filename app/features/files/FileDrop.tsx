import '@mantine/dropzone/styles.layer.css';
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';

/** Where files are dropped or chosen: by mouse, touch and keyboard (SPEC §2.7). */
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
  /** What the chooser of the system offers; what is dropped comes all the same, and the caller says why it is not taken. */
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

/** Chosen files with a place to drop more (SPEC §2.7, MOD-04, MOD-06). */
export function FileDrop({
  label,
  files,
  onChange,
  multiple = true,
  disabled = false,
}: {
  readonly label: string;
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Stack gap="xs">
      <DropPlace
        label={label}
        multiple={multiple}
        disabled={disabled}
        onDrop={(dropped) => onChange(multiple ? [...files, ...dropped] : dropped)}
      />
      {files.map((file, index) => (
        <Group key={`${file.name}-${String(index)}`} gap="xs" wrap="nowrap">
          <IconFile size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" style={{ overflowWrap: 'anywhere', flex: 1 }}>
            {file.name}{' '}
            <Text span c="dimmed" size="sm">
              ({format.bytes(file.size)})
            </Text>
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${file.name}`}
            disabled={disabled}
            onClick={() => onChange(files.filter((_, place) => place !== index))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

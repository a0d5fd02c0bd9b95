import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { IconFile, IconX } from '@tabler/icons-react';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { useFormat } from '#app/lib/format.ts';

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

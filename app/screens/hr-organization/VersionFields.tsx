import { ActionIcon, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFile, IconX } from '@tabler/icons-react';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { useFormat } from '#app/lib/format.ts';
import { isDocumentName, type VersionValues } from '#app/screens/hr-organization/version-form.ts';

/** The file of a version in the form. */
export interface FileChoice {
  readonly file: File | null;
  readonly problem: string | null;
}

/** No file, and no problem. */
export const noFile: FileChoice = { file: null, problem: null };

/** The file of a version and its details (HR-04): dates, a note, and the upload progress. */
export function VersionFields<Values extends VersionValues>({
  form,
  choice,
  onChoose,
  share,
}: {
  readonly form: Pick<UseFormReturnType<Values>, 'getInputProps' | 'key'>;
  readonly choice: FileChoice;
  readonly onChoose: (choice: FileChoice) => void;
  /** The share that has been sent, 0 to 1; null while nothing is being sent. */
  readonly share: number | null;
}) {
  const { t } = useLingui();
  const busy = share !== null;
  return (
    <>
      <Stack gap="xs">
        <DropPlace
          label={t`File of the document`}
          multiple={false}
          disabled={busy}
          extensions={documentExtensions}
          hint={<Trans>PDF, DOCX, DOC, JPG or PNG, up to 10 MB</Trans>}
          onDrop={([file]) => {
            if (!file) return;
            const fits = isDocumentName(file.name);
            onChoose({
              file: fits ? file : null,
              problem: fits ? null : t`“${file.name}” is not a PDF, DOCX, DOC, JPG or PNG file.`,
            });
          }}
        />
        {choice.file && <ChosenFile file={choice.file} busy={busy} onRemove={() => onChoose(noFile)} />}
        {choice.problem !== null && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {choice.problem}
          </Text>
        )}
        {share !== null && <Progress value={share * 100} aria-label={t`Uploading the file`} />}
      </Stack>
      <Group grow preventGrowOverflow={false} align="start" gap="sm">
        <TextInput
          type="date"
          miw={180}
          label={t`Effective from (optional)`}
          {...form.getInputProps('effectiveOn')}
          key={form.key('effectiveOn')}
        />
        <TextInput
          type="date"
          miw={180}
          label={t`Review by (optional)`}
          {...form.getInputProps('reviewOn')}
          key={form.key('reviewOn')}
        />
      </Group>
      <TextInput
        label={t`Note (optional)`}
        description={t`What’s new in this version`}
        maxLength={200}
        {...form.getInputProps('note')}
        key={form.key('note')}
      />
    </>
  );
}

function ChosenFile({
  file,
  busy,
  onRemove,
}: {
  readonly file: File;
  readonly busy: boolean;
  readonly onRemove: () => void;
}) {
  const { t } = useLingui();
  const { bytes } = useFormat();
  return (
    <Group gap="xs" wrap="nowrap">
      <IconFile size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" style={{ overflowWrap: 'anywhere', flex: 1 }}>
        {file.name}{' '}
        <Text span c="dimmed" size="sm">
          ({bytes(file.size)})
        </Text>
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Remove ${file.name}`}
        disabled={busy}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

import { Progress, Select, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { absenceImportsContract } from '#shared/contract/absence-imports.ts';
import type { pastImportsContract } from '#shared/contract/past-imports.ts';
import type { peopleImportsContract } from '#shared/contract/people-imports.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { upload } from '#app/lib/upload.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';

type AnyUpload =
  | typeof peopleImportsContract.upload
  | typeof pastImportsContract.upload
  | typeof absenceImportsContract.upload;

const extensions = ['csv', 'txt', 'tsv', 'xlsx'];

/** Chooses and sends a table to import; its columns are chosen next (USR-06, USR-09). */
export function ChooseFile({
  contract,
  at,
  label,
  note,
}: {
  readonly contract: AnyUpload;
  /** The address of the imports. */
  readonly at: string;
  readonly label: string;
  readonly note: ReactNode;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [encoding, setEncoding] = useState<'auto' | 'windows-1252'>('auto');
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File): Promise<void> => {
    setProblem(null);
    setShare(0);
    try {
      const fields = { encoding };
      const { id } = await upload<AnyUpload>(contract, {
        fields,
        files: [{ name: 'file', file }],
        onProgress: setShare,
      });
      await invalidate(contract);
      await navigate({ to: `${at}/${String(id)}` });
    } catch (error) {
      if (!isUnauthorized(error))
        setProblem(error instanceof ApiError ? explain(error) : t`The file was not uploaded`);
    } finally {
      setShare(null);
    }
  };
  return (
    <Stack gap="sm">
      <Select
        label={t`Encoding`}
        description={t`Change this only if letters with accents are wrong or the file is refused.`}
        data={[
          { value: 'auto', label: t`Recognize` },
          { value: 'windows-1252', label: 'Windows-1252' },
        ]}
        value={encoding}
        allowDeselect={false}
        maw={420}
        onChange={(chosen) => setEncoding(chosen === 'windows-1252' ? chosen : 'auto')}
      />
      <DropPlace
        label={label}
        multiple={false}
        disabled={share !== null}
        extensions={extensions}
        hint={<Trans>CSV, tab-separated text or XLSX: up to 50 MB and 100,000 rows</Trans>}
        onDrop={([file]) => {
          if (file) void send(file);
        }}
      />
      {share !== null && <Progress value={share * 100} animated aria-label={t`Upload progress`} />}
      {problem !== null && <DialogFailure>{problem}</DialogFailure>}
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  );
}

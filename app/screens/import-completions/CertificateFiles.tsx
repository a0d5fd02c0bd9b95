import { Progress, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { upload } from '#app/lib/upload.ts';
import type { PastImport } from '#app/screens/import-completions/past-imports.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';

const extensions = ['pdf', 'jpg', 'jpeg', 'png', 'docx'];

/**
 * Adds the certificate files that rows name, many in one step (USR-09). Each file is sent separately, so that a bad one does not
 * affect the others.
 */
export function CertificateFiles({ import: { id, files } }: { readonly import: PastImport }) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [share, setShare] = useState<number | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const send = async (chosen: readonly File[]): Promise<void> => {
    setProblems([]);
    for (const [at, file] of chosen.entries()) {
      setShare(at / chosen.length);
      try {
        await upload(contract.addFile, { params: { id: String(id) }, files: [{ name: 'file', file }] });
      } catch (error) {
        if (isUnauthorized(error)) break;
        const why = error instanceof ApiError ? explain(error) : t`The file was not uploaded`;
        setProblems((before) => [...before, `${file.name}: ${why}`]);
      }
    }
    setShare(null);
    await invalidate(contract.addFile);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          If a column names certificate files, add all of them here. They are found by their names. Then check
          the file.
        </Trans>
      </Text>
      <DropPlace
        label={t`Certificate files`}
        disabled={share !== null}
        extensions={extensions}
        hint={<Trans>PDF, JPG, PNG or DOCX, as many as you like</Trans>}
        onDrop={(chosen) => void send(chosen)}
      />
      {share !== null && <Progress value={share * 100} animated aria-label={t`Upload progress`} />}
      {files > 0 && (
        <Text size="sm" role="status">
          <Plural value={files} one="# file added" other="# files added" />
        </Text>
      )}
      {problems.map((problem) => (
        <DialogFailure key={problem}>{problem}</DialogFailure>
      ))}
    </Stack>
  );
}

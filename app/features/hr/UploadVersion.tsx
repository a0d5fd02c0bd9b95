import { Progress, Stack, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';
import { upload, type UploadOptions } from '#app/lib/upload.ts';

/** Uploads the next version of a document with a note (HR-02…04). Shows the progress, and why a file is refused. */
export function UploadVersion({
  endpoint,
  params,
  label,
  onUploaded,
  onFailed,
}: {
  readonly endpoint: AnyEndpoint;
  readonly params?: UploadOptions['params'];
  readonly label: string;
  readonly onUploaded: () => void | Promise<void>;
  /** Called on a refusal, which is also shown here. */
  readonly onFailed?: (error: ApiError) => void;
}) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File): Promise<void> => {
    setProblem(null);
    setShare(0);
    try {
      await upload(endpoint, {
        params,
        files: [{ name: 'file', file }],
        ...(note.trim() === '' ? {} : { fields: { note: note.trim() } }),
        onProgress: setShare,
      });
      setNote('');
      await onUploaded();
    } catch (error) {
      if (error instanceof Error && isUnauthorized(error)) return;
      setProblem(error instanceof ApiError ? explain(error) : t`The file could not be uploaded.`);
      if (error instanceof ApiError) onFailed?.(error);
    } finally {
      setShare(null);
    }
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={t`Note (optional)`}
        description={t`What’s new in this version`}
        maxLength={200}
        value={note}
        disabled={share !== null}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <DropPlace
        label={label}
        multiple={false}
        disabled={share !== null}
        extensions={documentExtensions}
        hint={<Trans>PDF, DOCX, DOC, JPG or PNG, up to 10 MB</Trans>}
        onDrop={([file]) => {
          if (file) void send(file);
        }}
      />
      {share !== null && <Progress value={share * 100} aria-label={t`Uploading the file`} />}
      {problem !== null && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

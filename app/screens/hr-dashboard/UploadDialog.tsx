import { Alert, Progress, Select, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { pageFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';
import { type Registration, type RegistrationDocument } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Uploads a document of a registration, or a new version of one (HR-01). */
export function UploadDialog({
  registration,
  document,
  chosen,
  onClose,
}: {
  /** Null: it is chosen in the dialog. */
  readonly registration: Registration | null;
  /** Null: a new document. */
  readonly document: RegistrationDocument | null;
  /** The id of the organization whose registrations are offered; empty means all. */
  readonly chosen: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const invalidate = useInvalidate();
  const [to, setTo] = useState(registration ? String(registration.id) : '');
  const [title, setTitle] = useState('');
  const [note, setNote] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choices = useRegistrations(registration === null, chosen);
  const missing = {
    to: to === '' ? t`Choose a registration` : null,
    title: document === null && title.trim() === '' ? reasonText('title_needed') : null,
    file: file === null ? t`Choose a file` : null,
  };
  const send = async (): Promise<void> => {
    setTried(true);
    setProblem(null);
    if (!file || missing.to || missing.title) return;
    setShare(0);
    const extra = note.trim() === '' ? {} : { note: note.trim() };
    try {
      const options = { files: [{ name: 'file', file }], onProgress: setShare };
      if (document)
        await upload(hrRegistrationsContract.uploadVersion, {
          ...options,
          params: { id: to, documentId: document.id },
          fields: extra,
        });
      else
        await upload(hrRegistrationsContract.addDocument, {
          ...options,
          params: { id: to },
          fields: { title: title.trim(), ...extra },
        });
      showToast({ tone: 'default', title: msg`Document uploaded` });
      void invalidate(hrRegistrationsContract.addDocument);
      onClose();
    } catch (error) {
      setShare(null);
      if (error instanceof Error && isUnauthorized(error)) return;
      setProblem(error instanceof ApiError ? explain(error) : t`The file could not be uploaded.`);
    }
  };
  return (
    <FormDialog
      opened
      title={document ? <Trans>Upload new version</Trans> : <Trans>Upload Document</Trans>}
      submitLabel={<Trans>Upload</Trans>}
      busy={share !== null}
      changed={file !== null || title !== '' || note !== ''}
      onSubmit={(event) => {
        event?.preventDefault();
        void send();
      }}
      onClose={onClose}
    >
      {registration ? (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {document ? document.title : registration.name}
        </Text>
      ) : (
        <Select
          label={t`Registration`}
          withAsterisk
          searchable
          allowDeselect={false}
          value={to === '' ? null : to}
          data={choices.options}
          nothingFoundMessage={t`No registrations yet`}
          error={choices.error ?? (tried ? missing.to : null)}
          onChange={(next) => setTo(next ?? '')}
        />
      )}
      {document === null && (
        <TextInput
          label={t`Title`}
          withAsterisk
          maxLength={200}
          value={title}
          error={tried ? missing.title : null}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      )}
      <TextInput
        label={t`Note (optional)`}
        description={t`What’s new in this version`}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <DropPlace
        label={t`File of the document`}
        multiple={false}
        disabled={share !== null}
        extensions={documentExtensions}
        hint={<Trans>PDF, DOCX, DOC, JPG, PNG: up to 10 MB</Trans>}
        onDrop={([next]) => setFile(next ?? null)}
      />
      {file ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.name} · {format.bytes(file.size)}
        </Text>
      ) : (
        tried && (
          <Text size="sm" role="alert" style={{ color: 'var(--tt-red-text)' }}>
            {missing.file}
          </Text>
        )
      )}
      {share !== null && <Progress value={share * 100} aria-label={t`Uploading the document`} />}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </FormDialog>
  );
}

/** The registrations in use that a document may be uploaded to. */
function useRegistrations(enabled: boolean, organizationId: string) {
  const list = useQuery({
    ...pageFor(hrRegistrationsContract.list, {
      query: { limit: 1000, sort: 'name', ...(organizationId === '' ? {} : { organizationId }) },
    }),
    enabled,
  });
  const { error } = list;
  return {
    options: (list.data?.rows ?? []).map(({ id, name, number, organizationName }) => ({
      value: String(id),
      label: `${name} · ${number} · ${organizationName}`,
    })),
    error: error instanceof ApiError ? explain(error) : null,
  };
}

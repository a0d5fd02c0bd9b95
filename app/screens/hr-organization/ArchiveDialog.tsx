import { Alert, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { useCommand } from '#app/lib/query.ts';
import { type DocumentView } from '#app/screens/hr-organization/documents.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Archives a document or restores it (HR-04): its versions and signatures stay either way. */
export function ArchiveDialog({
  document,
  onClose,
}: {
  readonly document: DocumentView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, title, isArchived, revision } = document;
  const [stale, setStale] = useState(false);
  const change = useCommand(hrDocumentsContract.change, {
    success: isArchived
      ? { tone: 'default', title: msg`Document restored` }
      : { tone: 'default', title: msg`Document archived` },
    onSuccess: onClose,
    onError: (error) => {
      setStale(error.code === 'STALE');
      return true;
    },
  });
  const waiting = document.asked - document.acknowledged;
  return (
    <ConfirmDialog
      opened
      title={isArchived ? t`Restore this document?` : t`Archive this document?`}
      confirmLabel={isArchived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
      destructive={!isArchived}
      busy={change.isPending}
      blocked={stale}
      error={stale ? null : change.error}
      effects={
        isArchived ? (
          <Trans>It is current again. No one is asked to read it until you request it.</Trans>
        ) : waiting > 0 ? (
          <Plural
            value={waiting}
            one="One person who has not acknowledged it is not asked any more. Versions and signatures are kept."
            other="# people who have not acknowledged it are not asked any more. Versions and signatures are kept."
          />
        ) : (
          <Trans>It no longer appears among current documents. Its versions and signatures are kept.</Trans>
        )
      }
      onConfirm={() =>
        change.mutate({
          params: { id },
          body: { isArchived: !isArchived },
          ifMatch: `"${String(revision)}"`,
        })
      }
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      {stale && (
        <Alert color="orange" role="alert" mt="sm">
          <Trans>Someone changed this in the meantime. Close this and look at the document again.</Trans>
        </Alert>
      )}
    </ConfirmDialog>
  );
}

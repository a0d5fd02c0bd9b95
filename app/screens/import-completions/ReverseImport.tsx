import { List, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { useCommand } from '#app/lib/query.ts';
import { relianceLabels, type PastImport } from '#app/screens/import-completions/past-imports.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Reverses an import with a reason, or shows which records depend on it so that it must stay (USR-09). */
export function ReverseImport({
  import: { id, reliance },
  onClose,
}: {
  readonly import: PastImport;
  readonly onClose: () => void;
}) {
  const { i18n } = useLingui();
  const [reason, setReason] = useState('');
  const reverse = useCommand(contract.reverse, { onSuccess: onClose, onError: () => true });
  const relied = reliance ?? [];
  return (
    <ConfirmDialog
      opened
      destructive
      title={<Trans>Reverse import</Trans>}
      confirmLabel={<Trans>Reverse import</Trans>}
      busy={reverse.isPending}
      blocked={reason.trim() === '' || relied.length > 0}
      error={reverse.error}
      onConfirm={() => reverse.mutate({ params: { id }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      <Stack gap="md">
        {relied.length > 0 ? (
          <>
            <Text size="sm">
              <Trans>This import cannot be reversed any more, because somebody relies on it:</Trans>
            </Text>
            <List size="sm">
              {relied.map(({ kind, count }) => (
                <List.Item key={kind}>
                  {count} · {i18n._(relianceLabels[kind])}
                </List.Item>
              ))}
            </List>
          </>
        ) : (
          <>
            <Text size="sm">
              <Trans>
                All completions of this import are voided together. Their records stay. Trainings that they
                completed are open again, and renewals that they opened are withdrawn.
              </Trans>
            </Text>
            <ReasonInput
              value={reason}
              withAsterisk
              maxLength={500}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

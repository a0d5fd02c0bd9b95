import { Checkbox, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { useCommand } from '#app/lib/query.ts';
import { EffectOfImport } from '#app/screens/import-people/EffectOfImport.tsx';
import type { ImportFigures, PeopleImport } from '#app/screens/import-people/imports.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Confirms an import with its effect, whether missing people are deactivated, and the reason (USR-06). */
export function ConfirmImport({
  import: { id, planHash },
  figures,
  onClose,
}: {
  readonly import: PeopleImport;
  readonly figures: ImportFigures;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [deactivateMissing, setDeactivate] = useState(false);
  const [invite, setInvite] = useState(false);
  const [reason, setReason] = useState('');
  const confirm = useCommand(contract.confirm, { onSuccess: onClose, onError: () => true });
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={<Trans>Import people</Trans>}
      effects={<EffectOfImport figures={figures} />}
      confirmLabel={<Trans>Import</Trans>}
      busy={confirm.isPending}
      blocked={reason.trim() === '' || planHash === null}
      error={confirm.error}
      onConfirm={() =>
        confirm.mutate({
          params: { id },
          body: { planHash: planHash ?? '', deactivateMissing, invite, reason: reason.trim() },
        })
      }
      onClose={onClose}
    >
      <Stack gap="md">
        {figures.missing > 0 && (
          <Checkbox
            label={
              <Plural
                value={figures.missing}
                one="Deactivate the # person who is missing in the file"
                other="Deactivate the # people who are missing in the file"
              />
            }
            checked={deactivateMissing}
            onChange={({ currentTarget }) => setDeactivate(currentTarget.checked)}
          />
        )}
        {figures.created > 0 && (
          <Checkbox
            label={t`Send new people an email with a link to choose their password`}
            checked={invite}
            onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
          />
        )}
        {invite && <MailNotice />}
        <ReasonInput
          value={reason}
          withAsterisk
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

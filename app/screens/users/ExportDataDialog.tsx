import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { saveFile } from '#app/lib/download.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** All data stored about a person as one file, if that person requests it (SEC-03). */
export function ExportDataDialog({
  person,
  onClose,
}: {
  readonly person: PersonRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const name = nameOf(person);
  const download = useMutation({
    mutationFn: () =>
      saveFile(ownAccountContract.exportData, 'traintrail-personal-data.json', {
        params: { userId: person.id },
      }),
    networkMode: 'always',
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Export the personal data of ${name}?`}
      confirmLabel={download.error ? <Trans>Retry</Trans> : <Trans>Download</Trans>}
      effects={
        <Trans>
          One JSON file with everything stored: profile, trainings, signatures, certificates, emails,
          notifications, and who viewed the data. The export is recorded in the audit trail. Give the file to
          that person only.
        </Trans>
      }
      busy={download.isPending}
      error={download.error}
      onConfirm={() => download.mutate()}
      onClose={onClose}
    />
  );
}

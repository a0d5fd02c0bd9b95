import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { saveFile } from '#app/lib/download.ts';
import { messages } from '#app/lib/messages.ts';
import { reportFailure } from '#app/lib/query.ts';

/** The record to which a proof belongs. */
export type Proven =
  | { readonly assignmentId: number }
  | { readonly agreementId: number }
  | { readonly cvVersionId: number }
  | { readonly acknowledgementId: number }
  | { readonly findingsSignedId: number };

const name = 'proof.json';

function save(proven: Proven): Promise<void> {
  if ('assignmentId' in proven)
    return saveFile(proofsContract.completion, name, { params: { id: String(proven.assignmentId) } });
  if ('agreementId' in proven)
    return saveFile(proofsContract.agreement, name, { params: { id: String(proven.agreementId) } });
  if ('acknowledgementId' in proven)
    return saveFile(proofsContract.acknowledgement, name, {
      params: { id: String(proven.acknowledgementId) },
    });
  if ('findingsSignedId' in proven)
    return saveFile(proofsContract.findings, name, { params: { id: String(proven.findingsSignedId) } });
  return saveFile(proofsContract.cv, name, { params: { versionId: String(proven.cvVersionId) } });
}

/** Downloads the file with which anyone can check a signed record without TrainTrail (SIG-04). */
export function ProofButton({
  proven,
  of,
  iconSize,
}: {
  readonly proven: Proven;
  /** The name of the record: it distinguishes the buttons of a page for screen readers. */
  readonly of: string;
  /** Shows only an icon of this size in pixels, with a tooltip. */
  readonly iconSize?: number;
}) {
  const { t } = useLingui();
  const download = useMutation({
    mutationFn: () => save(proven),
    onError: (error) => reportFailure(error, messages.proofDownloadFailed),
  });
  const shared = {
    loading: download.isPending,
    onClick: () => download.mutate(),
    'aria-label': t`Proof file of ${of}`,
  };
  if (iconSize !== undefined)
    return (
      <Tooltip label={t`Download proof file to check offline`}>
        <ActionIcon variant="default" size={iconSize} {...shared}>
          <IconFileCertificate size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconFileCertificate size={15} aria-hidden />}
      {...shared}
    >
      <Trans>Proof file</Trans>
    </Button>
  );
}

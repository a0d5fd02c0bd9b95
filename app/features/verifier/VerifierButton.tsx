import { Button } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { saveFile } from '#app/lib/download.ts';
import { reportFailure } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

const notDownloaded: ToastRow = {
  tone: 'destructive',
  title: msg`Download Failed`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** The name under which the verifier is saved, as commands on the screen name it. */
export const verifierName = 'verify.mjs';

/** Downloads the program that checks proof files and trail bundles offline (SIG-04, AUD-02). */
export function VerifierButton({ variant = 'default' }: { readonly variant?: 'default' | 'subtle' }) {
  const verifier = useMutation({
    mutationFn: () => saveFile(proofsContract.verifier, verifierName),
    onError: (error) => reportFailure(error, notDownloaded),
  });
  return (
    <Button
      variant={variant}
      size="sm"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={verifier.isPending}
      onClick={() => verifier.mutate()}
    >
      <Trans>Download verifier</Trans>
    </Button>
  );
}

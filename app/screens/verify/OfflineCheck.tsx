import { Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileCertificate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { VerifierButton, verifierName } from '#app/features/verifier/VerifierButton.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { saveFile } from '#app/lib/download.ts';
import { explain } from '#app/lib/reasons.ts';
import classes from '#app/screens/verify/Verify.module.css';
import { TextLink } from '#app/ui/links.tsx';

/** Explains how to check a certificate without this page (SIG-04): its proof file, the program, and the command. */
export function OfflineCheck({
  code,
  number,
  signingKey,
}: {
  readonly code: string;
  readonly number: string;
  readonly signingKey: string;
}) {
  const file = `proof-${number}.json`;
  const proof = useMutation({
    mutationFn: () => saveFile(proofsContract.certificate, file, { params: { code } }),
  });
  const { error } = proof;
  return (
    <section className={classes.offline}>
      <h2>
        <Trans>Check offline</Trans>
      </h2>
      <p>
        <Trans>
          The proof file confirms that this certificate is unchanged, even without this page. The key must
          match the one printed on the certificate.
        </Trans>
      </p>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconFileCertificate size={17} aria-hidden />}
          loading={proof.isPending}
          onClick={() => proof.mutate()}
        >
          <Trans>Download proof file</Trans>
        </Button>
        <VerifierButton variant="subtle" />
      </Group>
      {error !== null && (
        <p className={classes.failure} role="alert">
          {error instanceof ApiError ? explain(error) : <Trans>The file did not arrive.</Trans>}
        </p>
      )}
      <pre>
        <code>{`node ${verifierName} ${file} --key ${signingKey}`}</code>
      </pre>
      <p className={classes.note}>
        <Trans>
          Inspectors and administrators:{' '}
          <TextLink to="/records-protected" inherit underline="always">
            how these records are protected
          </TextLink>
        </Trans>
      </p>
    </section>
  );
}

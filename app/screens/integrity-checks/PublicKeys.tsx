import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { groupedFingerprint } from '#shared/domain/signatures/fingerprint.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { reportFailure } from '#app/lib/query.ts';
import { verifierNotDownloaded } from '#app/screens/integrity-checks/integrity-messages.ts';
import classes from '#app/screens/integrity-checks/IntegrityChecks.module.css';
import { Load } from '#app/ui/Load.tsx';
import { Moment } from '#app/ui/Moment.tsx';

/** The fingerprints with which auditors check proof files and exported trails offline (SIG-04, AUD-02). */
export function PublicKeys() {
  const { t } = useLingui();
  const keys = useQuery(queryFor(proofsContract.keys));
  const verifier = useMutation({
    mutationFn: () => saveFile(proofsContract.verifier, 'verify-bundle.mjs'),
    onError: (error) => reportFailure(error, verifierNotDownloaded),
  });
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="public-keys">
      <Stack gap="sm" align="start">
        <Title order={2} size="h4" id="public-keys">
          <Trans>Public keys</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>
            Certificates, completions and signatures are signed with this key. Give auditors the fingerprint
            separately from the files. With it they can check proof files offline.
          </Trans>
        </Text>
        <Load query={keys} skeleton={<Skeleton height={28} width={360} maw="100%" />}>
          {(listed) => (
            <ul className={classes.keys} aria-label={t`Public keys`}>
              {listed.map(({ fingerprint, retiredAt }) => (
                <li key={fingerprint}>
                  <code>{groupedFingerprint(fingerprint)}</code>
                  {retiredAt !== null && (
                    <Text size="xs" c="dimmed" span>
                      <Trans>
                        In use until <Moment value={retiredAt} show="dateTime" />
                      </Trans>
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Load>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={17} aria-hidden />}
          loading={verifier.isPending}
          onClick={() => verifier.mutate()}
        >
          <Trans>Download verifier</Trans>
        </Button>
      </Stack>
    </Paper>
  );
}

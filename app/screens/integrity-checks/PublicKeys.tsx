import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { KeyList } from '#app/features/trail/KeyList.tsx';
import { VerifierButton } from '#app/features/verifier/VerifierButton.tsx';
import { queryFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';

/** The fingerprints with which auditors check proof files and exported trails offline (SIG-04, AUD-02). */
export function PublicKeys() {
  const keys = useQuery(queryFor(proofsContract.keys));
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
          {(listed) => <KeyList keys={listed} />}
        </Load>
        <VerifierButton />
      </Stack>
    </Paper>
  );
}

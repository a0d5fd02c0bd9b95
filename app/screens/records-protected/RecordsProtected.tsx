import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { proofsContract } from '#shared/contract/proofs.ts';
import { recordProtectionContract } from '#shared/contract/record-protection.ts';
import { KeyList } from '#app/features/trail/KeyList.tsx';
import { queryFor } from '#app/lib/client.ts';
import { CheckRecord } from '#app/screens/records-protected/CheckRecord.tsx';
import { CheckTrail } from '#app/screens/records-protected/CheckTrail.tsx';
import { Part } from '#app/screens/records-protected/Part.tsx';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';
import { SealFacts, SealPlaces } from '#app/screens/records-protected/SealFacts.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/**
 * /records-protected (AUD-02, INS-01): shows what is sealed, when and by which key, and how anyone can check it without the
 * product.
 */
export function RecordsProtected() {
  const { t } = useLingui();
  const protection = useQuery({ ...queryFor(recordProtectionContract.get), staleTime: 0 });
  const keys = useQuery(queryFor(proofsContract.keys));
  const fingerprint = keys.data?.[0]?.fingerprint;
  return (
    <Page>
      <PageHeader
        title={t`How these records are protected`}
        subtitle={t`What is sealed, by which key, and how you can check it yourself`}
        crumbs={[{ label: t`Audit Trail`, to: '/audit' }, { label: t`How these records are protected` }]}
      />
      <Part title={<Trans>What is sealed</Trans>}>
        <ul className={classes.list}>
          <li>
            <Trans>
              Every change to a record is an event in the audit trail: who, when, the values before and after,
              and the reason where one is required. Sign-ins, exports and opened documents are events too.
            </Trans>
          </li>
          <li>
            <Trans>
              A change and its event are stored together or not at all. The application can neither change nor
              delete an event.
            </Trans>
          </li>
          <li>
            <Trans>
              Each file is recorded with the SHA-256 hash of its content. A replaced file no longer matches
              its record.
            </Trans>
          </li>
          <li>
            <Trans>
              When a person’s data is erased, the hash of each event stays. The seal still matches, and the
              erasure is itself an event.
            </Trans>
          </li>
        </ul>
      </Part>
      <Part title={<Trans>When it is sealed</Trans>}>
        <Text className={classes.text}>
          <Trans>
            New events are sealed within a minute of being recorded. A seal contains a hash of its events (a
            checksum that changes with any of them) and the checksum of the seal before it, so all seals form
            one chain. A single changed, missing or added event breaks it. Only the end of the chain can be
            cut off unnoticed, so write down the newest seal and compare it later.
          </Trans>
        </Text>
        <Load query={protection} skeleton={<LineSkeletons label={t`Loading the newest seal...`} count={1} />}>
          {(data) => <SealFacts protection={data} />}
        </Load>
      </Part>
      <Part title={<Trans>Which key seals it</Trans>}>
        <Text className={classes.text}>
          <Trans>
            Seals, completions, signatures and certificates are signed with the private key of this
            installation, which is not in the database. Anyone can check them with the public key (Ed25519).
            This is its fingerprint; files call it the key ID. Get it separately from the files, for example
            by phone, on paper or from a printed certificate, and compare.
          </Trans>
        </Text>
        <Load query={keys} skeleton={<Skeleton height={28} width={360} maw="100%" />}>
          {(listed) => <KeyList keys={listed} />}
        </Load>
        <Text size="sm" c="dimmed" className={classes.text}>
          <Trans>
            A new key is confirmed by the old one. Older records stay valid, and the newest fingerprint is
            enough to check them.
          </Trans>
        </Text>
      </Part>
      <Part title={<Trans>Where copies are stored</Trans>}>
        <Text className={classes.text}>
          <Trans>
            Each seal is also written to a file outside the database and to the server log. Other systems can
            receive it too. If the history is rewritten, it no longer matches these copies.
          </Trans>
        </Text>
        <Load
          query={protection}
          skeleton={<LineSkeletons label={t`Loading copies of the seal...`} count={1} />}
        >
          {({ copies }) => <SealPlaces copies={copies} />}
        </Load>
      </Part>
      <Part title={<Trans>What a check shows</Trans>}>
        <div className={classes.columns}>
          <Stack gap="xs">
            <Title order={3} size="h5">
              <Trans>It proves</Trans>
            </Title>
            <ul className={classes.list}>
              <li>
                <Trans>
                  that everything up to the newest seal in the file is as it was sealed: nothing was changed,
                  removed, added or moved since
                </Trans>
              </li>
              <li>
                <Trans>
                  that this installation signed it, if the fingerprint is the one that you received separately
                </Trans>
              </li>
              <li>
                <Trans>
                  that it is as old as it says, if the checksum of the seal matches a copy that is stored
                  elsewhere
                </Trans>
              </li>
            </ul>
          </Stack>
          <Stack gap="xs">
            <Title order={3} size="h5">
              <Trans>It does not prove</Trans>
            </Title>
            <ul className={classes.list}>
              <li>
                <Trans>that an entry was true when it was made</Trans>
              </li>
              <li>
                <Trans>
                  that nothing has changed since the file was created: a certificate may have been revoked
                  later
                </Trans>
              </li>
              <li>
                <Trans>
                  that nothing is missing at the end, unless you compare the newest seal with one that you
                  wrote down before
                </Trans>
              </li>
              <li>
                <Trans>anything about the newest events that are not sealed yet</Trans>
              </li>
              <li>
                <Trans>
                  that there is no other history: somebody with the private key, the database and every copy
                  could write one
                </Trans>
              </li>
            </ul>
          </Stack>
        </div>
      </Part>
      {fingerprint !== undefined && (
        <>
          <CheckRecord fingerprint={fingerprint} verifierHash={protection.data?.verifierHash} />
          <CheckTrail fingerprint={fingerprint} />
        </>
      )}
    </Page>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileCv, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { CvBadge } from '#app/features/hr/CvBadge.tsx';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { signatureToShow } from '#app/features/hr/signature-to-show.ts';
import { UploadVersion } from '#app/features/hr/UploadVersion.tsx';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { SignDialog } from '#app/features/signing/SignDialog.tsx';
import { call, queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { ProfileCard } from '#app/screens/profile/ProfileCard.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

type Cv = ResponseOf<typeof hrCvsContract.ofPerson>;

/** The person's own CV (HR-02): uploads a version, shows it and signs it. A signed version counts until its last day. */
export function CvCard() {
  const { t } = useLingui();
  const { id } = useUser();
  const cv = useQuery(queryFor(hrCvsContract.ofPerson, { params: { userId: id } }));
  return (
    <ProfileCard
      title={<Trans>Your CV</Trans>}
      icon={IconFileCv}
      hint={<Trans>A version counts once you have signed it.</Trans>}
    >
      <Load query={cv} skeleton={<LineSkeletons label={t`Loading your CV...`} count={4} />}>
        {(data) => <OwnCv cv={data} />}
      </Load>
    </ProfileCard>
  );
}

function OwnCv({ cv }: { readonly cv: Cv }) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { number } = useFormat();
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  const [signing, setSigning] = useState<Cv['versions'][number] | null>(null);
  const refresh = () => invalidate(hrCvsContract.sign);
  const [newest] = cv.versions;
  const unsigned = newest && newest.signature === null ? newest : null;
  return (
    <Stack gap="md">
      <div>
        <CvBadge state={cv.state} />
        {cv.validUntil && (
          <Text size="sm" mt={6}>
            <Trans>
              Valid until <CalendarDate value={cv.validUntil} />
            </Trans>
          </Text>
        )}
      </div>
      {unsigned && (
        <div>
          <Button leftSection={<IconSignature size={18} aria-hidden />} onClick={() => setSigning(unsigned)}>
            <Trans>Sign version {unsigned.number}</Trans>
          </Button>
        </div>
      )}
      <UploadVersion
        endpoint={hrCvsContract.upload}
        label={t`Upload a version of your CV`}
        onUploaded={refresh}
      />
      {cv.versions.length > 0 && <VersionList title={t`CV`} versions={cv.versions} onOpen={setShown} />}
      <VersionDialog version={shown} onClose={() => setShown(null)} />
      <SignDialog
        opened={signing !== null}
        title={<Trans>Sign your CV</Trans>}
        facts={[
          [<Trans key="f">File</Trans>, signing?.file.name],
          [<Trans key="v">Version</Trans>, number(signing?.number ?? 0)],
        ]}
        statement="cv_is_mine"
        sign={async (signature) => {
          const answer = await call(hrCvsContract.sign, {
            body: { versionId: signing?.id ?? 0, signature },
          });
          return signatureToShow(answer.versions[0]?.signature);
        }}
        onSigned={() => void refresh()}
        // A newer version was uploaded or it is already signed: the card behind shows the current state.
        onFailed={() => void refresh()}
        onClose={() => setSigning(null)}
      />
    </Stack>
  );
}

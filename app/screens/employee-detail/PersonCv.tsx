import { Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { maySeeCv } from '#shared/domain/hr/cvs.ts';
import { CvBadge } from '#app/features/hr/CvBadge.tsx';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly organizationId: number | null;
}

/**
 * The CV on a person's page (EMP-02), for people who may see it; it is hidden from managers, and inspectors see it only if
 * their inspection includes it.
 */
export function PersonCv({ person }: { readonly person: Person }) {
  const me = useUser();
  if (!maySeeCv(me, person)) return null;
  const isOwn = me.id === person.id;
  const link = isOwn ? (
    <TextLink to="/profile/documents">
      <Trans>Upload or sign under Documents</Trans>
    </TextLink>
  ) : !me.permissions.includes('hr.view') ? null : (
    <TextLink to="/hr-cv-repository" search={{ q: person.email }}>
      <Trans>Open in the CV Repository</Trans>
    </TextLink>
  );
  return (
    <Section
      title={<Trans>CV</Trans>}
      hint={<Trans>Uploaded and signed by its owner. Every access is recorded.</Trans>}
      actions={link}
    >
      <Paper withBorder p="md">
        <Versions userId={person.id} />
      </Paper>
    </Section>
  );
}

function Versions({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  const cv = useQuery(queryFor(hrCvsContract.ofPerson, { params: { userId } }));
  return (
    <Load query={cv} skeleton={<LineSkeletons label={t`Loading the CV...`} count={4} />}>
      {({ state, validUntil, versions }) =>
        versions.length === 0 ? (
          <EmptyState
            title={<Trans>No CV yet</Trans>}
            hint={<Trans>No CV was uploaded yet. Its owner uploads and signs it.</Trans>}
          />
        ) : (
          <Stack gap="md">
            <Group gap="sm">
              <CvBadge state={state} />
              {validUntil && (
                <Text size="sm">
                  <Trans>
                    Valid until <CalendarDate value={validUntil} />
                  </Trans>
                </Text>
              )}
              {state !== 'waiting' && versions[0]?.signature === null && (
                <Text size="sm" c="dimmed">
                  <Trans>A newer version is awaiting signature</Trans>
                </Text>
              )}
            </Group>
            <VersionList title={t`CV`} versions={versions} onOpen={setShown} />
            <VersionDialog version={shown} onClose={() => setShown(null)} />
          </Stack>
        )
      }
    </Load>
  );
}

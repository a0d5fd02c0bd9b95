import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { CvBadge } from '#app/features/hr/CvBadge.tsx';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { ChangeNameDialog } from '#app/features/names/ChangeNameDialog.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import type { CvRow } from '#app/screens/hr-cvs/cv-row.ts';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** One person's CV with its history and signatures (HR-02); opening it is recorded (HR-05). */
export function CvDrawer({
  person,
  covered,
  onClose,
  onAsk,
}: {
  readonly person: CvRow | null;
  /** Another dialog is open above: Escape closes that one. */
  readonly covered: boolean;
  readonly onClose: () => void;
  readonly onAsk: (userId: string) => void;
}) {
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  return (
    <>
      <Drawer
        opened={person !== null}
        onClose={onClose}
        title={person?.name}
        position="right"
        size={520}
        closeOnEscape={shown === null && !covered}
      >
        {person && <History person={person} onShow={setShown} onAsk={() => onAsk(person.id)} />}
      </Drawer>
      <VersionDialog version={shown} onClose={() => setShown(null)} />
    </>
  );
}

function History({
  person,
  onShow,
  onAsk,
}: {
  readonly person: CvRow;
  readonly onShow: (version: DocumentVersion) => void;
  readonly onAsk: () => void;
}) {
  const { t } = useLingui();
  const user = useUser();
  const [naming, setNaming] = useState(false);
  const cv = useQuery(queryFor(hrCvsContract.ofPerson, { params: { userId: person.id } }));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {person.email}
        {person.organizationName && <> · {person.organizationName}</>}
      </Text>
      <Load query={cv} skeleton={<LineSkeletons label={t`Loading the CV...`} count={4} />}>
        {({ state, validUntil, versions }) => (
          <>
            <div>
              <CvBadge state={state} />
              {validUntil && (
                <Text size="sm" mt={6}>
                  <Trans>
                    Valid until <CalendarDate value={validUntil} />
                  </Trans>
                </Text>
              )}
            </div>
            {versions.length === 0 ? (
              <Text size="sm">
                <Trans>No CV was uploaded yet. Its owner uploads and signs it.</Trans>
              </Text>
            ) : (
              <VersionList title={t`CV`} versions={versions} onOpen={onShow} />
            )}
          </>
        )}
      </Load>
      <Group>
        <Button leftSection={<IconMail size={18} aria-hidden />} onClick={onAsk}>
          <Trans>Request CV</Trans>
        </Button>
        {person.id !== user.id && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            <Trans>Change name</Trans>
          </Button>
        )}
        <TextLink to={`/employee/${person.id}`}>
          <Trans>Open the person</Trans>
        </TextLink>
      </Group>
      {naming && (
        <ChangeNameDialog
          person={{ id: person.id, firstName: person.firstName ?? '', lastName: person.lastName ?? '' }}
          onClose={() => setNaming(false)}
        />
      )}
    </Stack>
  );
}

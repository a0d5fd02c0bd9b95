import { Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBriefcase, IconEye, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { grantLabels } from '#app/features/people/grant-labels.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { RevokeAccessDialog, type Grant } from '#app/screens/users/RevokeAccessDialog.tsx';
import { GrantForm } from '#app/screens/users/GrantForm.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const looks = {
  hr: ['blue', IconBriefcase],
  inspector: ['violet', IconEye],
} as const;

/** The grants in addition to the role (AUTH-14): current ones with End, past ones, and Give access. */
export function AccessDialog({
  person,
  onClose,
}: {
  readonly person: PersonRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [giving, setGiving] = useState(false);
  const [ending, setEnding] = useState<Grant | null>(null);
  const grants = useQuery(queryFor(peopleContract.grants, { params: { userId: person.id } }));
  const name = nameOf(person);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t`Access of ${name}`}
        size="lg"
        closeOnEscape={!giving && ending === null}
      >
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            <Trans>
              In addition to their role, people can work in the HR area of an organization, or view its
              records, reports and audit trail as an inspector until a date you choose.
            </Trans>
          </Text>
          <Load query={grants} skeleton={<LineSkeletons count={2} label={t`Loading the access...`} />}>
            {({ current, past }) => (
              <>
                <GrantList
                  title={t`Current access`}
                  empty={t`None in addition to the role.`}
                  grants={current}
                  onEnd={setEnding}
                />
                {past.length > 0 && <GrantList title={t`Past access`} grants={past} />}
              </>
            )}
          </Load>
          <DialogFooter
            extra={
              <Button
                variant="light"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setGiving(true)}
              >
                <Trans>Give access</Trans>
              </Button>
            }
          >
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </Stack>
      </Modal>
      {giving && <GrantForm person={person} onClose={() => setGiving(false)} />}
      {ending && <RevokeAccessDialog person={person} grant={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function GrantList({
  title,
  empty,
  grants,
  onEnd,
}: {
  readonly title: string;
  readonly empty?: string;
  readonly grants: readonly Grant[];
  readonly onEnd?: (grant: Grant) => void;
}) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {title}
      </Title>
      {grants.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {grants.map((grant) => (
        <GrantRow key={grant.id} grant={grant} onEnd={onEnd} />
      ))}
    </Stack>
  );
}

function GrantRow({
  grant,
  onEnd,
}: {
  readonly grant: Grant;
  readonly onEnd?: ((grant: Grant) => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const [tone, icon] = looks[grant.kind];
  const { organizationName, grantedByName, revokedByName } = grant;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <ToneBadge tone={tone} icon={icon} size="sm">
              {i18n._(grantLabels[grant.kind])}
            </ToneBadge>
            <Text size="sm" fw={600}>
              {organizationName}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            <Trans>
              since <Moment value={grant.validFrom} />
            </Trans>
            {grant.revokedAt === null && grant.expiresOn !== null && (
              <>
                {' · '}
                <Trans>
                  until <CalendarDate value={grant.expiresOn} />
                </Trans>
              </>
            )}
            {grantedByName && (
              <>
                {' · '}
                <Trans>given by {grantedByName}</Trans>
              </>
            )}
            {grant.revokedAt !== null && (
              <>
                {' · '}
                <Trans>
                  revoked <Moment value={grant.revokedAt} />
                </Trans>{' '}
                {revokedByName && <Trans>by {revokedByName}</Trans>}
              </>
            )}
          </Text>
        </div>
        {onEnd && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t`Revoke access to ${organizationName}`}
            onClick={() => onEnd(grant)}
          >
            <Trans>Revoke</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  );
}

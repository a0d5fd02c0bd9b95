import { Button, Group, Modal, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBriefcase, IconEye, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { grantLabels } from '#app/features/people/grant-labels.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useCommand } from '#app/lib/query.ts';
import { grantChangeFailed, GrantForm } from '#app/screens/users/GrantForm.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Grant = ResponseOf<typeof peopleContract.grants>['current'][number];

const looks = {
  hr: ['blue', IconBriefcase],
  inspector: ['violet', IconEye],
} as const;

/** The grants beside the role (AUTH-14): running ones with End, past ones, and Give access. */
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
  const [reason, setReason] = useState('');
  const { asksReasons } = useUser();
  const grants = useQuery(queryFor(peopleContract.grants, { params: { userId: person.id } }));
  const revoke = useCommand(peopleContract.revokeGrant, {
    failure: grantChangeFailed,
    invalidates: [peopleContract.grants, peopleContract.list],
    onSuccess: () => {
      setEnding(null);
      setReason('');
    },
  });
  const name = nameOf(person);
  const organization = ending?.organizationName ?? '';
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
              Beside the role, a person can work in the HR area of an organization, or look at its records,
              reports and audit trail as an inspector until a day that you choose.
            </Trans>
          </Text>
          <Load query={grants} skeleton={<LineSkeletons count={2} label={t`Loading the access...`} />}>
            {({ current, past }) => (
              <>
                <GrantList
                  title={t`Current access`}
                  empty={t`None beside the role.`}
                  grants={current}
                  onEnd={setEnding}
                />
                {past.length > 0 && <GrantList title={t`Past access`} grants={past} />}
              </>
            )}
          </Load>
          <Group justify="space-between">
            <Button
              variant="light"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setGiving(true)}
            >
              <Trans>Give access</Trans>
            </Button>
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
      {giving && <GrantForm person={person} onClose={() => setGiving(false)} />}
      {ending && (
        <ConfirmDialog
          opened
          title={t`End this access?`}
          confirmLabel={<Trans>End access</Trans>}
          destructive
          effects={
            <Trans>
              {name} loses the access to {organization} at once. What was done with it stays in the audit
              trail.
            </Trans>
          }
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() =>
            revoke.mutate({
              params: { userId: person.id, grantId: ending.id },
              body: reason.trim() === '' ? {} : { reason },
            })
          }
          onClose={() => {
            revoke.reset();
            setEnding(null);
            setReason('');
          }}
        >
          <Textarea
            label={t`Reason`}
            description={t`Stands in the audit trail beside the change.`}
            withAsterisk={asksReasons}
            autosize
            maxRows={4}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </ConfirmDialog>
      )}
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
                  ended <Moment value={grant.revokedAt} />
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
            aria-label={t`End the access to ${organizationName}`}
            onClick={() => onEnd(grant)}
          >
            <Trans>End</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  );
}

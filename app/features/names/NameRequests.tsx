import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesContract } from '#shared/contract/names.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { DecideNameDialog } from '#app/features/names/DecideNameDialog.tsx';
import type { NameRequestRow } from '#app/features/names/names.ts';
import { pageFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** The number of requests shown at once; the next ones follow as these are decided. */
const shown = 20;

/** Pending requests to change a printed name, for people who decide about them; renders nothing if there are none (AUTH-16). */
export function NameRequests() {
  // Other people decide too: every visit reloads the list.
  const requests = useQuery({
    ...pageFor(namesContract.requests, { query: { limit: shown } }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <Load query={requests} skeleton={null}>
        {({ rows, total }) =>
          rows.length > 0 && (
            <Section title={<Trans>Name changes to approve ({total})</Trans>}>
              <Stack gap="sm">
                {rows.map((request) => (
                  <OneRequest key={request.id} request={request} onChoose={setChosen} />
                ))}
              </Stack>
            </Section>
          )
        }
      </Load>
      {chosen && <DecideNameDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface Chosen {
  readonly request: NameRequestRow;
  readonly decision: 'approve' | 'decline';
}

function OneRequest({
  request,
  onChoose,
}: {
  readonly request: NameRequestRow;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const { t } = useLingui();
  const now = fullName(request.current) || request.email;
  const wanted = fullName(request.requested);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              {wanted} instead of {now}
            </Trans>
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {request.email}
            {request.organizationName !== null && <> · {request.organizationName}</>}
            {' · '}
            <Trans>
              Requested <Moment value={request.requestedAt} />
            </Trans>
          </Text>
        </div>
        {request.isOwn ? (
          <Text size="sm" c="dimmed">
            <Trans>Your own request: someone else must decide.</Trans>
          </Text>
        ) : (
          <Group gap="xs">
            <Button
              size="xs"
              leftSection={<IconCheck size={15} aria-hidden />}
              aria-label={t`Approve the name ${wanted}`}
              onClick={() => onChoose({ request, decision: 'approve' })}
            >
              <Trans>Approve</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconX size={15} aria-hidden />}
              aria-label={t`Decline the name ${wanted}`}
              onClick={() => onChoose({ request, decision: 'decline' })}
            >
              <Trans>Decline</Trans>
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

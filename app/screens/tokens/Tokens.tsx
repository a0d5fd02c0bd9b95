import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCheck, IconClock, IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { HistoryButton } from '#app/features/trail/HistoryButton.tsx';
import { useFormat } from '#app/lib/format.ts';
import { pageFor } from '#app/lib/client.ts';
import { CreateToken } from '#app/screens/tokens/CreateToken.tsx';
import { RevokeToken } from '#app/screens/tokens/RevokeToken.tsx';
import { scopeLabels, stateLabels, type ApiToken } from '#app/screens/tokens/token-labels.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** /tokens (OPS-06): the API tokens of machines, with the time of their last use. */
export function Tokens() {
  const { t } = useLingui();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const list = useList({
    filters: {},
    ask: () => ({}),
    limit: 20,
    page: (query) => ({ ...pageFor(contract.list, { query }), staleTime: 0 }),
  });
  return (
    <Page>
      <PageHeader
        title={t`API Tokens`}
        subtitle={t`Let other systems read and change data without a person’s password`}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
            <Trans>Create token</Trans>
          </Button>
        }
      />
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading API tokens...`} count={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                icon={IconKey}
                title={<Trans>No API tokens yet</Trans>}
                hint={<Trans>Create one for each system, with only the permissions that it needs.</Trans>}
              />
            </Paper>
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`API Tokens`}
              >
                {rows.map((token) => (
                  <TokenCard key={token.id} token={token} onRevoke={() => setRevoking(token)} />
                ))}
              </Stack>
              <ListFoot list={list.table} />
            </>
          )
        }
      </Load>
      {creating && <CreateToken onClose={() => setCreating(false)} />}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}

const badges = {
  active: { tone: 'green', icon: IconCheck },
  expired: { tone: 'gray', icon: IconClock },
  revoked: { tone: 'gray', icon: IconBan },
  stopped: { tone: 'amber', icon: IconBan },
} as const;

function TokenCard({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const { t, i18n } = useLingui();
  const { id, name, ending, state, organization, scopes, revokedAt, revokedByName } = token;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <ToneBadge tone={badges[state].tone} icon={badges[state].icon} size="sm">
          {i18n._(stateLabels[state])}
        </ToneBadge>
        <Text size="sm" c="dimmed" ff="monospace">
          {`tt_…${ending}`}
        </Text>
      </Group>
      <Text size="sm" mt={4}>
        {organization === null ? <Trans>All organizations</Trans> : organization.name}
        {': '}
        {scopes
          .map((scope) =>
            scope in scopeLabels ? i18n._(scopeLabels[scope as keyof typeof scopeLabels]) : scope,
          )
          .join(', ')}
      </Text>
      <Facts token={token} />
      {state === 'stopped' && (
        <Text size="sm" mt={4}>
          <Trans>
            This token does not work: the person who created it is no longer an active administrator, or the
            organization is archived.
          </Trans>
        </Text>
      )}
      {revokedAt !== null && revokedByName !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          <Trans>
            Revoked by {revokedByName}, <Moment value={revokedAt} show="dateTime" />
          </Trans>
        </Text>
      )}
      <Group gap="md" mt="xs">
        <HistoryButton name={name} of={{ recordType: 'api_tokens', recordId: String(id) }} />
        {revokedAt === null && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconBan size={15} aria-hidden />}
            aria-label={t`Revoke ${name}`}
            onClick={onRevoke}
          >
            <Trans>Revoke</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function Facts({ token: { lastDay, createdAt, createdByName, lastUsedAt } }: { readonly token: ApiToken }) {
  const day = useFormat().date(lastDay);
  return (
    <Stack gap={0} mt={4}>
      <Text size="sm" c="dimmed" component="div">
        {lastUsedAt === null ? (
          <Trans>Never used</Trans>
        ) : (
          <Trans>
            Last used <Moment value={lastUsedAt} show="dateTime" />
          </Trans>
        )}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <Trans>Last day: {day}</Trans>
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Created by {createdByName}, <Moment value={createdAt} show="dateTime" />
        </Trans>
      </Text>
    </Stack>
  );
}

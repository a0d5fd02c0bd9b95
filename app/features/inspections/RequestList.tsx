import { Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconClock, IconMessageQuestion } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { refreshInterval, type InspectionRequest } from '#app/features/inspections/inspections.ts';
import { call, keyOf } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The requests of an inspection with their answers, newest first. The list refreshes itself while it is shown (INS-01). */
export function RequestList({
  id,
  actions,
}: {
  readonly id: number;
  /** The actions for a request without an answer. */
  readonly actions?: (request: InspectionRequest) => ReactNode;
}) {
  const { t } = useLingui();
  const target = { params: { id } };
  const requests = useInfiniteQuery({
    queryKey: [...keyOf(contract.requests, target), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.requests, {
        ...target,
        query: { limit: 20, ...(pageParam === null ? {} : { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  return (
    <>
      <Load
        query={partOf(requests, ({ pages }) => pages.flatMap(({ rows }) => rows))}
        skeleton={<LineSkeletons label={t`Loading the requests...`} count={2} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState icon={IconMessageQuestion} title={<Trans>No requests yet</Trans>} />
            </Paper>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Requests`}>
              {rows.map((request) => (
                <RequestCard key={request.id} request={request} actions={actions?.(request)} />
              ))}
            </Stack>
          )
        }
      </Load>
      <OlderButton list={requests}>
        <Trans>Show older requests</Trans>
      </OlderButton>
    </>
  );
}

function RequestCard({
  request: { request, requestedBy, requestedAt, answer, answerPath, answeredByName, answeredAt },
  actions,
}: {
  readonly request: InspectionRequest;
  readonly actions: ReactNode;
}) {
  const { name } = requestedBy;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        {answer === null ? (
          <ToneBadge tone="amber" icon={IconClock} size="sm">
            <Trans>Open</Trans>
          </ToneBadge>
        ) : (
          <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
            <Trans>Answered</Trans>
          </ToneBadge>
        )}
        <Text size="sm" c="dimmed">
          <Trans>
            {name}, <Moment value={requestedAt} show="dateTime" />
          </Trans>
        </Text>
      </Group>
      <Text mt="xs" style={{ whiteSpace: 'pre-wrap' }}>
        {request}
      </Text>
      {answer === null ? (
        actions
      ) : (
        <Paper withBorder p="sm" mt="sm">
          <Text style={{ whiteSpace: 'pre-wrap' }}>{answer}</Text>
          {answerPath !== null && (
            <TextLink to={answerPath} size="sm">
              <Trans>Open the linked page</Trans>
            </TextLink>
          )}
          {answeredAt !== null && (
            <Text size="sm" c="dimmed" mt={4}>
              <Trans>
                Answered by {answeredByName}, <Moment value={answeredAt} show="dateTime" />
              </Trans>
            </Text>
          )}
        </Paper>
      )}
    </Paper>
  );
}

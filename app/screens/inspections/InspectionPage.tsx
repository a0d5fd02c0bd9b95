import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { InspectionBadge, InspectionFacts } from '#app/features/inspections/InspectionFacts.tsx';
import {
  refreshInterval,
  type Inspection,
  type InspectionRequest,
} from '#app/features/inspections/inspections.ts';
import { OpenedList } from '#app/features/inspections/OpenedList.tsx';
import { RequestList } from '#app/features/inspections/RequestList.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { AnswerDialog } from '#app/screens/inspections/AnswerDialog.tsx';
import { ChangeInspection } from '#app/screens/inspections/ChangeInspection.tsx';
import { CloseInspection } from '#app/screens/inspections/CloseInspection.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';

/** /inspections/:id (INS-01): the records that were opened and downloaded, live, and the requests with their answers. */
export function InspectionPage() {
  const { t } = useLingui();
  const { inspectionId = '' } = useParams({ strict: false });
  const inspection = useQuery({
    ...queryFor(contract.get, { params: { id: inspectionId } }),
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  usePageTitle(inspection.data?.title);
  return (
    <Page>
      <Load
        query={inspection}
        skeleton={<PageSkeleton label={t`Loading the inspection...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={t`Inspection`} />
              <EmptyState
                title={<Trans>There is no such inspection</Trans>}
                action={
                  <TextLink to="/inspections">
                    <Trans>Inspections</Trans>
                  </TextLink>
                }
              />
            </>
          )
        }
      >
        {(loaded) => <Loaded inspection={loaded} />}
      </Load>
    </Page>
  );
}

function Loaded({ inspection }: { readonly inspection: Inspection }) {
  const [dialog, setDialog] = useState<'change' | 'close' | null>(null);
  const [answering, setAnswering] = useState<InspectionRequest | null>(null);
  const { id, title, state, purpose, openedAt, openedByName } = inspection;
  const isClosed = state === 'closed';
  return (
    <>
      <PageHeader
        crumbs={[{ label: <Trans>Inspections</Trans>, to: '/inspections' }, { label: title }]}
        title={title}
        badge={<InspectionBadge state={state} />}
        subtitle={
          <Trans>
            Opened <Moment value={openedAt} show="dateTime" /> by {openedByName}
          </Trans>
        }
        actions={
          !isClosed && (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setDialog('change')}
              >
                <Trans>Change</Trans>
              </Button>
              <Button
                color="red"
                variant="light"
                leftSection={<IconLock size={18} aria-hidden />}
                onClick={() => setDialog('close')}
              >
                <Trans>Close inspection</Trans>
              </Button>
            </>
          )
        }
      />
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <Stack gap="xs">
          <InspectionFacts inspection={inspection} />
          <Text style={{ whiteSpace: 'pre-wrap' }}>{purpose}</Text>
          <Inspectors inspection={inspection} />
          <Closing inspection={inspection} />
        </Stack>
      </Paper>
      <Section title={<Trans>Requests</Trans>}>
        <RequestList
          id={id}
          actions={(request) =>
            isClosed ? null : (
              <Group mt="sm">
                <Button variant="light" onClick={() => setAnswering(request)}>
                  <Trans>Answer</Trans>
                </Button>
              </Group>
            )
          }
        />
      </Section>
      <Section
        title={<Trans>Opened and downloaded</Trans>}
        hint={<Trans>From the audit trail. New events appear within seconds.</Trans>}
      >
        <OpenedList id={id} />
      </Section>
      {dialog === 'change' && <ChangeInspection inspection={inspection} onClose={() => setDialog(null)} />}
      {dialog === 'close' && <CloseInspection inspection={inspection} onClose={() => setDialog(null)} />}
      {answering && <AnswerDialog inspectionId={id} request={answering} onClose={() => setAnswering(null)} />}
    </>
  );
}

function Inspectors({ inspection: { inspectors, state } }: { readonly inspection: Inspection }) {
  const { t } = useLingui();
  return (
    <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Inspectors`}>
      {inspectors.map(({ id, name, email, isAdmitted }) => (
        <Text component="li" key={id} size="sm">
          <TextLink to={`/employee/${id}`} underline="always">
            {name}
          </TextLink>{' '}
          · {email}
          {!isAdmitted && state !== 'closed' && (
            <>
              {' · '}
              <Trans>no longer has access</Trans>
            </>
          )}
        </Text>
      ))}
    </Stack>
  );
}

function Closing({
  inspection: { closedAt, closedByName, closingReason },
}: {
  readonly inspection: Inspection;
}) {
  if (closedAt === null) return null;
  return (
    <Text size="sm">
      <Trans>
        Closed <Moment value={closedAt} show="dateTime" /> by {closedByName}: {closingReason}
      </Trans>
    </Text>
  );
}

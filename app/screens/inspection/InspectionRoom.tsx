import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { useReadersToday } from '#app/features/assignments/today.ts';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { InspectionFacts } from '#app/features/inspections/InspectionFacts.tsx';
import { refreshInterval, type InspectionRow } from '#app/features/inspections/inspections.ts';
import { OpenedList } from '#app/features/inspections/OpenedList.tsx';
import { RequestList } from '#app/features/inspections/RequestList.tsx';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import { isVersion, QuestionFields } from '#app/features/qualified/QuestionFields.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { Agreements } from '#app/screens/inspection/Agreements.tsx';
import { RequestDialog } from '#app/screens/inspection/RequestDialog.tsx';
import { RoomBinder } from '#app/screens/inspection/RoomBinder.tsx';
import { RoomBundle } from '#app/screens/inspection/RoomBundle.tsx';
import { RoomDocuments } from '#app/screens/inspection/RoomDocuments.tsx';
import { RoomMatrices } from '#app/screens/inspection/RoomMatrices.tsx';
import { RoomLinks } from '#app/screens/inspection/RoomLinks.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';

/** /inspection (INS-01): the home of an inspector. */
export function InspectionRoom() {
  const { t } = useLingui();
  const sees = useUser().grants.flatMap((grant) => grant.sees);
  const [{ request }, patch] = useUrlState({ request: '' });
  const own = useQuery({
    ...queryFor(contract.list, { query: { limit: 20 } }),
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  const first = own.data?.[0];
  return (
    <Page>
      <PageHeader
        title={t`Inspection`}
        subtitle={t`Ask a question, open records, and send requests. Everything you open is recorded.`}
      />
      <Question />
      <Section title={<Trans>People and modules</Trans>}>
        <Records />
      </Section>
      <Section title={<Trans>Training matrices</Trans>} hint={<Trans>As they are today</Trans>}>
        <RoomMatrices />
      </Section>
      <Section title={<Trans>Training binder</Trans>}>
        <RoomBinder />
      </Section>
      <Section title={<Trans>Reports and evidence</Trans>}>
        <RoomLinks />
      </Section>
      <Section title={<Trans>Offline check</Trans>}>
        <RoomBundle onRequest={first && (() => patch({ request: 'bundle' }))} />
      </Section>
      {sees.includes('agreements') && (
        <Section title={<Trans>Agreements</Trans>}>
          <Agreements />
        </Section>
      )}
      {sees.includes('documents') && (
        <Section title={<Trans>Documents of the organizations</Trans>}>
          <RoomDocuments />
        </Section>
      )}
      <Load query={own} skeleton={<LineSkeletons label={t`Loading the inspection...`} count={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Alert color="blue" variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
              <Trans>
                You have access without an inspection. Contact an administrator if you need documents that you
                do not find here.
              </Trans>
            </Alert>
          ) : (
            <Stack gap="xl">
              {rows.map((inspection) => (
                <OwnInspection key={inspection.id} inspection={inspection} />
              ))}
            </Stack>
          )
        }
      </Load>
      {first && request === 'bundle' && (
        <RequestDialog
          id={first.id}
          text={t`Please include the audit trail bundle in the inspection, for an offline check.`}
          onClose={() => patch({ request: '' })}
        />
      )}
    </Page>
  );
}

/** The question: which person, which module, which day; the answer has a separate page. */
function Question() {
  const navigate = useNavigate();
  const today = useReadersToday();
  const [asked, setAsked] = useState({ person: '', module: '', day: today, version: '' });
  const isWhole =
    asked.module !== '' && isRealDate(asked.day) && (asked.version === '' || isVersion(asked.version));
  return (
    <Section
      title={<Trans>Was this person qualified on that day?</Trans>}
      hint={<Trans>Leave the person empty to list everyone for the module.</Trans>}
    >
      <Stack gap="md">
        <QuestionFields
          {...asked}
          onChange={(changes) => setAsked((before) => ({ ...before, ...changes }))}
        />
        <div>
          <Button
            leftSection={<IconSearch size={18} aria-hidden />}
            disabled={!isWhole}
            onClick={() =>
              void navigate({
                to: '/qualified',
                // Today is left out: the server then uses today in the person's time zone.
                search: Object.fromEntries(
                  Object.entries(asked).filter(([key, value]) => value !== (key === 'day' ? today : '')),
                ),
              })
            }
          >
            <Trans>Show answer</Trans>
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

/** A person with the training file, or a module with all its versions: one choice opens either. */
function Records() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Group align="flex-start" gap="md" grow preventGrowOverflow={false}>
      <PersonSelect
        among="everyone"
        label={t`Open a person`}
        description={t`Training file, evidence and history`}
        placeholder={t`Type a name`}
        value={null}
        miw={240}
        onChange={(id) => {
          if (id !== null) void navigate({ to: `/employee/${id}` });
        }}
      />
      <ModuleFilter
        label={t`Open a module`}
        description={t`All versions with their content, as they were`}
        placeholder={t`Type a title`}
        value=""
        miw={240}
        onChange={(id) => {
          if (id !== '') void navigate({ to: `/inspection/modules/${id}` });
        }}
      />
    </Group>
  );
}

/** The requests of an inspection, and the records that this inspector has opened in it. */
function OwnInspection({ inspection }: { readonly inspection: InspectionRow }) {
  const [requesting, setRequesting] = useState(false);
  const { id, title } = inspection;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <InspectionFacts inspection={inspection} />
      </div>
      <Section
        title={<Trans>My requests</Trans>}
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setRequesting(true)}
          >
            <Trans>New request</Trans>
          </Button>
        }
      >
        <RequestList id={id} />
      </Section>
      <Section
        title={<Trans>What I opened and downloaded</Trans>}
        hint={<Trans>The administrators see the same list.</Trans>}
      >
        <OpenedList id={id} />
      </Section>
      {requesting && <RequestDialog id={id} onClose={() => setRequesting(false)} />}
    </Stack>
  );
}

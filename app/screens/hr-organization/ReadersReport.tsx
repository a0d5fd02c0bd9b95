import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconClock, IconClockExclamation, IconDownload, IconEye } from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { SignatureLine } from '#app/features/hr/VersionList.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { pageFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useFormat } from '#app/lib/format.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { idOf, type DocumentView, type ReportView } from '#app/screens/hr-organization/documents.ts';
import classes from '#app/screens/hr-organization/HrOrganization.module.css';
import { Email } from '#app/ui/Email.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { useList } from '#app/ui/table/use-list.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Reader = ResponseOf<typeof hrDocumentsContract.readers>[number];

/** The people who were requested to read a version: who acknowledged it, when and by which signature, and who has not (HR-04). */
export function ReadersReport({
  document,
  view,
  onView,
  onAsk,
}: {
  readonly document: DocumentView;
  readonly view: ReportView;
  readonly onView: (next: Partial<ReportView>) => void;
  readonly onAsk: () => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { id, versions } = document;
  const version = versions.find((one) => one.number === idOf(view.version)) ?? versions[0];
  const show = (['open', 'overdue', 'done'] as const).find((one) => one === view.readers);
  const q = view.person.trim().slice(0, 200);
  const query = {
    version: String(version?.number ?? 1),
    ...(show ? { show } : {}),
    ...(q === '' ? {} : { q }),
  };
  const list = useList({
    filters: { version: '', readers: '', person: '' },
    ask: () => query,
    pageKey: 'people',
    limit: 25,
    page: (asked) =>
      pageFor(hrDocumentsContract.readers, { params: { id }, query: { ...asked, sort: 'name' } }),
  });
  const csv = useDownload<'csv'>(() =>
    saveFile(hrDocumentsContract.readersCsv, 'readers.csv', { params: { id }, query }),
  );
  const columns = useColumns(document.title);
  const { asked, acknowledged, overdue } = version ?? { asked: 0, acknowledged: 0, overdue: 0 };
  const newest = version === versions[0];
  const [done, all] = [number(acknowledged), number(asked)];
  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        <Select
          label={t`Version`}
          w={130}
          allowDeselect={false}
          value={String(version?.number ?? 1)}
          data={versions.map((one) => ({ value: String(one.number), label: number(one.number) }))}
          onChange={(next) => onView({ version: next ?? '', people: '1' })}
        />
        <SearchField
          className={classes.search ?? ''}
          label={t`Search people`}
          value={view.person}
          placeholder={t`Name or email`}
          onSearch={(text) => onView({ person: text, people: '1' })}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={csv.busy !== null}
          disabled={asked === 0}
          onClick={() => csv.save('csv')}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      <DownloadFailure download={csv} />
      {asked > 0 && (
        <div>
          <Text size="sm">
            <Trans>
              {done} of {all} have acknowledged this version
            </Trans>
          </Text>
          <Progress value={(100 * acknowledged) / asked} size="sm" mt={4} aria-label={t`Acknowledged`} />
        </div>
      )}
      <FilterPills
        label={t`Which people`}
        value={show ?? 'all'}
        onChange={(next) => onView({ readers: next === 'all' ? '' : next, people: '1' })}
        pills={[
          { value: 'all', label: t`All`, count: asked },
          { value: 'open', label: t`Not yet`, count: asked - acknowledged },
          { value: 'overdue', label: t`Overdue`, count: overdue, alarm: true },
          { value: 'done', label: t`Acknowledged`, count: acknowledged },
        ]}
      />
      <DataTable
        label={t`Who was asked to read the document`}
        columns={columns}
        list={list.table}
        rowKey={(row) => row.id}
        rowName={(row) => row.person.name}
        minWidth={520}
        cards
        loadingLabel={t`Loading the people...`}
        empty={
          asked > 0 ? (
            <EmptyState
              title={<Trans>No one matches these filters</Trans>}
              hint={<Trans>Clear the filters to see everyone who was asked.</Trans>}
              action={
                <Button variant="default" onClick={() => onView({ readers: '', person: '', people: '1' })}>
                  <Trans>Clear Filters</Trans>
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={<Trans>No one has been asked to read this version</Trans>}
              hint={<Trans>Shows who was asked to read it, and when each person acknowledged it.</Trans>}
              action={
                newest &&
                !document.isArchived && (
                  <Button leftSection={<IconEye size={18} aria-hidden />} onClick={onAsk}>
                    <Trans>Request acknowledgement</Trans>
                  </Button>
                )
              }
            />
          )
        }
      />
    </Stack>
  );
}

function useColumns(title: string): readonly Column<Reader>[] {
  const { t } = useLingui();
  const proofOf = (reader: string) => t`${title}, acknowledged by ${reader}`;
  return [
    {
      key: 'name',
      title: t`Person`,
      rowHeader: true,
      render: ({ person }) => (
        <div className={classes.cell}>
          <Text size="sm" fw={550}>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed">
            <Email address={person.email} />
          </Text>
          {person.departmentName && (
            <Text size="xs" c="dimmed">
              {person.departmentName}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'requestedAt',
      title: t`Requested`,
      render: (row) => (
        <span className={classes.date}>
          <Moment value={row.requestedAt} />
        </span>
      ),
    },
    {
      key: 'dueOn',
      title: t`Due`,
      render: ({ dueOn }) =>
        dueOn === null ? (
          <Trans>No due date</Trans>
        ) : (
          <span className={classes.date}>
            <CalendarDate value={dueOn} />
          </span>
        ),
    },
    {
      key: 'acknowledgedAt',
      title: t`Acknowledged`,
      render: ({ id, person, acknowledgedAt, signature, isOverdue }) =>
        isOverdue ? (
          <ToneBadge tone="red" icon={IconClockExclamation} size="sm">
            <Trans>Overdue</Trans>
          </ToneBadge>
        ) : acknowledgedAt === null ? (
          <ToneBadge tone="gray" icon={IconClock} size="sm">
            <Trans>Not yet</Trans>
          </ToneBadge>
        ) : (
          <div className={classes.wide}>
            <EvidenceTime value={acknowledgedAt} timeZone={signature?.timeZone ?? null} />
            {signature && <SignatureLine signature={signature} />}
            {signature?.valid === true && (
              <ProofButton proven={{ acknowledgementId: id }} of={proofOf(person.name)} />
            )}
          </div>
        ),
    },
  ];
}

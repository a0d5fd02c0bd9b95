import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CvBadge } from '#app/features/hr/CvBadge.tsx';
import { PersonCell, PlaceCell } from '#app/features/people/PersonCells.tsx';
import type { CvRow } from '#app/screens/hr-cvs/cv-row.ts';
import classes from '#app/screens/hr-cvs/HrCvs.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';

/** The people of the repository with the state of their CV (HR-02), paged and sorted by the server. */
export function CvTable(
  table: Pick<DataTableProps<CvRow>, 'list' | 'selected' | 'onSelected' | 'onOpen' | 'bulkBar'>,
) {
  const { t } = useLingui();
  const columns = useColumns();
  return (
    <DataTable
      {...table}
      id="hr-cvs"
      cards
      label={t`CVs by person`}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      loadingLabel={t`Loading the CVs...`}
      noMatch={{
        title: <Trans>No one matches these filters</Trans>,
        hint: <Trans>Clear the filters to see everyone you have access to.</Trans>,
      }}
      empty={
        <EmptyState
          title={<Trans>No people yet</Trans>}
          hint={
            <Trans>The people of your organization are shown here as soon as they have an account.</Trans>
          }
        />
      }
    />
  );
}

function useColumns(): readonly Column<CvRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      title: t`Person`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (row) => <PersonCell name={row.name} email={row.email} />,
    },
    {
      key: 'organization',
      title: t`Organization`,
      sortable: true,
      render: (row) => <PlaceCell place={row} />,
    },
    {
      key: 'state',
      title: t`CV`,
      sortable: true,
      render: (row) => (
        <>
          <CvBadge state={row.state} size="sm" />
          {row.waitingForSignature && row.state !== 'waiting' && (
            <Text size="xs" c="dimmed">
              <Trans>A newer version is awaiting signature</Trans>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'validUntil',
      title: t`Valid until`,
      sortable: true,
      render: (row) =>
        row.validUntil === null ? (
          '–'
        ) : (
          <span className={classes.day}>
            <CalendarDate value={row.validUntil} />
          </span>
        ),
    },
    {
      key: 'signedAt',
      title: t`Signed`,
      render: (row) =>
        row.signedAt === null ? (
          '–'
        ) : (
          <span className={classes.day}>
            <EvidenceTime value={row.signedAt} timeZone={row.signedTimeZone} />
          </span>
        ),
    },
    {
      key: 'version',
      title: t`Version`,
      figures: true,
      align: 'right',
      render: (row) => row.version ?? '–',
    },
    {
      key: 'requestedAt',
      title: t`Requested`,
      render: (row) => (row.requestedAt === null ? '–' : <Moment value={row.requestedAt} show="relative" />),
    },
  ];
}

import { Button, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CvBadge } from '#app/features/hr/CvBadge.tsx';
import { PersonCell, PlaceCell } from '#app/features/people/PersonCells.tsx';
import type { CvRow } from '#app/screens/hr-cvs/HrCvs.tsx';
import classes from '#app/screens/hr-cvs/HrCvs.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import type { Column, TableState } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

/** The people of the repository with the state of their CV (HR-02), paged and sorted by the server. */
export function CvTable({
  filtered,
  onClear,
  ...table
}: {
  readonly rows: readonly CvRow[] | undefined;
  readonly total: number;
  readonly limit: number;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly selected: ReadonlySet<string | number>;
  readonly onSelected: (selected: ReadonlySet<string | number>) => void;
  readonly onOpen: (row: CvRow) => void;
  readonly bulkBar: ReactNode;
}) {
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
      empty={
        <EmptyState
          title={filtered ? <Trans>Nobody matches these filters</Trans> : <Trans>No people yet</Trans>}
          hint={
            filtered ? (
              <Trans>Clear the filters to see everybody in your reach.</Trans>
            ) : (
              <Trans>The people of your organization are shown here as soon as they have an account.</Trans>
            )
          }
          action={
            filtered && (
              <Button variant="default" onClick={onClear}>
                <Trans>Clear Filters</Trans>
              </Button>
            )
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
              <Trans>A newer version is waiting to be signed</Trans>
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

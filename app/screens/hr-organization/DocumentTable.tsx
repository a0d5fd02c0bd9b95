import { Button, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useFormat } from '#app/lib/format.ts';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import { type DocumentRow } from '#app/screens/hr-organization/documents.ts';
import classes from '#app/screens/hr-organization/HrOrganization.module.css';
import { ReviewState } from '#app/screens/hr-organization/ReviewState.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';

/** The documents of an organization (HR-04): under headings of their categories in the default sort. */
export function DocumentTable({
  today,
  onAdd,
  ...table
}: Required<Pick<DataTableProps<DocumentRow>, 'list' | 'onOpen'>> & {
  readonly today: string;
  readonly onAdd: () => void;
}) {
  const { t, i18n } = useLingui();
  const grouped = table.list.state.sort === 'category' || table.list.state.sort === '-category';
  const columns = useColumns(today, grouped);
  return (
    <DataTable
      {...table}
      id="hr-documents"
      cards
      label={t`Documents of the organization`}
      columns={columns}
      groupOf={
        grouped ? ({ category }) => ({ key: category, title: i18n._(categoryLabels[category]) }) : undefined
      }
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      minWidth={1060}
      loadingLabel={t`Loading the documents...`}
      noMatch={{
        title: <Trans>No document matches these filters</Trans>,
        hint: <Trans>Clear the filters to see every current document.</Trans>,
      }}
      empty={
        <EmptyState
          title={<Trans>No documents yet</Trans>}
          hint={
            <Trans>
              Policies, procedures, contracts and licenses of the organization appear here with their versions
              and reviews.
            </Trans>
          }
          action={
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
              <Trans>Add document</Trans>
            </Button>
          }
        />
      }
    />
  );
}

function useColumns(today: string, grouped: boolean): readonly Column<DocumentRow>[] {
  const { t, i18n } = useLingui();
  const { number } = useFormat();
  return [
    {
      key: 'title',
      title: t`Document`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (row) => (
        <div className={classes.wide}>
          <Text size="sm" fw={550}>
            {row.title}
          </Text>
          <Text size="xs" c="dimmed">
            {row.version.file.name}
          </Text>
        </div>
      ),
    },
    {
      key: 'category',
      title: t`Category`,
      sortable: true,
      inHeading: grouped,
      render: (row) => i18n._(categoryLabels[row.category]),
    },
    {
      key: 'version',
      title: t`Version`,
      figures: true,
      align: 'right',
      render: (row) => number(row.version.number),
    },
    {
      key: 'effectiveOn',
      title: t`Effective from`,
      render: ({ version }) =>
        version.effectiveOn === null ? '–' : <CalendarDate value={version.effectiveOn} />,
    },
    {
      key: 'reviewOn',
      title: t`Review`,
      sortable: true,
      render: (row) => <ReviewState document={row} today={today} />,
    },
    {
      key: 'owner',
      title: t`Owner`,
      render: (row) => <div className={classes.cell}>{row.ownerName ?? t`No owner`}</div>,
    },
    {
      key: 'read',
      title: t`Acknowledged`,
      figures: true,
      render: (row) => <ReadBy asked={row.asked} acknowledged={row.acknowledged} />,
    },
    {
      key: 'uploadedAt',
      title: t`Uploaded`,
      sortable: true,
      render: ({ version }) => (
        <span className={classes.date}>
          <Moment value={version.uploadedAt} />
        </span>
      ),
    },
  ];
}

/** The number of requested people who have acknowledged a version. */
export function ReadBy({ asked, acknowledged }: { readonly asked: number; readonly acknowledged: number }) {
  const { number } = useFormat();
  if (asked === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No requests sent</Trans>
      </Text>
    );
  }
  const [done, all] = [number(acknowledged), number(asked)];
  return (
    <Text size="sm">
      <Trans>
        {done} of {all}
      </Trans>
    </Text>
  );
}

import { Button, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { AgreementBadge } from '#app/features/hr/AgreementBadge.tsx';
import { agreementKindLabels } from '#app/features/hr/agreement-facts.tsx';
import type { AgreementRow } from '#app/screens/hr-agreements/agreements.ts';
import { EndText } from '#app/screens/hr-agreements/EndText.tsx';
import classes from '#app/screens/hr-agreements/HrAgreements.module.css';
import { Email } from '#app/ui/Email.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';

/** Agreements with their states and ends (HR-03), paged and sorted by the server. */
export function AgreementTable({
  onNew,
  ...table
}: Pick<DataTableProps<AgreementRow>, 'list' | 'onOpen'> & { readonly onNew: () => void }) {
  const { t } = useLingui();
  const columns = useColumns();
  return (
    <DataTable
      {...table}
      minWidth={980}
      id="hr-agreements"
      cards
      label={t`Consulting agreements`}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      loadingLabel={t`Loading the agreements...`}
      noMatch={{
        title: <Trans>No agreement matches these filters</Trans>,
        hint: <Trans>Clear the filters to see all agreements.</Trans>,
      }}
      empty={
        <EmptyState
          title={<Trans>No agreements yet</Trans>}
          hint={
            <Trans>Create a draft, upload its document, and send it to the other party for signature.</Trans>
          }
          action={
            <Button onClick={onNew}>
              <Trans>New Agreement</Trans>
            </Button>
          }
        />
      }
    />
  );
}

function useColumns(): readonly Column<AgreementRow>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: 'title',
      title: t`Agreement`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (row) => (
        <div className={classes.words}>
          <Text size="sm" fw={550}>
            {row.title}
          </Text>
          <Text size="xs" c="dimmed">
            {i18n._(agreementKindLabels[row.kind])}
          </Text>
        </div>
      ),
    },
    {
      key: 'party',
      title: t`Other party`,
      sortable: true,
      render: (row) => (
        <div className={classes.words}>
          <Text size="sm">{row.partyName}</Text>
          <Text size="xs" c="dimmed">
            {row.partyEmail === null ? t`No email` : <Email address={row.partyEmail} />}
          </Text>
        </div>
      ),
    },
    {
      key: 'organization',
      title: t`Organization`,
      render: (row) => <div className={classes.words}>{row.organizationName}</div>,
    },
    {
      key: 'state',
      title: t`State`,
      render: (row) => (
        <>
          <AgreementBadge state={row.state} size="sm" />
          {row.state === 'starting' && (
            <Text size="xs" c="dimmed" mt={2}>
              <Trans>
                Starts on <CalendarDate value={row.startsOn} />
              </Trans>
            </Text>
          )}
          {row.state === 'out_for_signature' && row.signed.length > 0 && (
            <Text size="xs" c="dimmed" mt={2}>
              {row.signed.includes('party') ? (
                <Trans>The other party has signed</Trans>
              ) : (
                <Trans>The organization has signed</Trans>
              )}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'startsOn',
      title: t({ message: 'Start', context: 'date' }),
      sortable: true,
      render: (row) => (
        <span className={classes.day}>
          <CalendarDate value={row.startsOn} />
        </span>
      ),
    },
    {
      key: 'endsOn',
      title: t({ message: 'End', context: 'date' }),
      sortable: true,
      render: (row) => (
        <div className={classes.day}>
          <EndText agreement={row} />
        </div>
      ),
    },
    {
      key: 'version',
      title: t`Version`,
      figures: true,
      align: 'right',
      render: (row) => row.versionNumber ?? '–',
    },
  ];
}

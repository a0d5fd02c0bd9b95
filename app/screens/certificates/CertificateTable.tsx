import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormat } from '#app/lib/format.ts';
import { CertificateActions } from '#app/screens/certificates/CertificateActions.tsx';
import type { OwnCertificate } from '#app/screens/certificates/certificate-view.ts';
import classes from '#app/screens/certificates/Certificates.module.css';
import { ValidityBadge } from '#app/screens/certificates/ValidityBadge.tsx';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';
import { reasonText } from '#app/lib/reasons.ts';

/** Certificates to compare (LRN-04): training, validity, dates, number, and the actions on each. */
export function CertificateTable(table: Pick<DataTableProps<OwnCertificate>, 'list' | 'empty'>) {
  const { t } = useLingui();
  const { percent } = useFormat();
  const columns = useMemo(
    (): readonly Column<OwnCertificate>[] => [
      {
        key: 'moduleTitle',
        title: t`Training`,
        sortable: true,
        hideable: false,
        render: ({ moduleTitle, moduleReference, reason, reasonCode }) => (
          <div className={classes.training}>
            <Text fw={600} size="sm">
              {moduleTitle}
            </Text>
            {moduleReference !== null && (
              <Text size="xs" c="dimmed">
                {moduleReference}
              </Text>
            )}
            {reason !== null && (
              <Text size="xs" className={classes.reason}>
                {reasonCode ? reasonText(reasonCode) : reason}
              </Text>
            )}
          </div>
        ),
      },
      {
        key: 'worth',
        title: t`Status`,
        render: (certificate) => <ValidityBadge certificate={certificate} />,
      },
      {
        key: 'completedAt',
        title: t`Completed`,
        sortable: true,
        figures: true,
        render: ({ completedAt, timeZone, recordedAt }) => (
          <span className={classes.date}>
            <EvidenceTime value={completedAt} timeZone={timeZone} dayOnly={recordedAt !== null} />
          </span>
        ),
      },
      {
        key: 'expiresOn',
        title: t`Valid until`,
        sortable: true,
        figures: true,
        render: ({ expiresOn }) => (
          <span className={classes.date}>
            {expiresOn === null ? <Trans>No end date</Trans> : <CalendarDate value={expiresOn} />}
          </span>
        ),
      },
      {
        key: 'score',
        title: t`Score`,
        figures: true,
        render: ({ score }) => (score === null ? '–' : percent(score, 1)),
      },
      {
        key: 'number',
        title: t({ message: 'Number', context: 'certificate' }),
        sortable: true,
        figures: true,
        render: ({ number }) => <span className={classes.date}>{number}</span>,
      },
      {
        key: 'action',
        title: t`Action`,
        silentTitle: true,
        hideable: false,
        pinned: true,
        align: 'right',
        render: (certificate) => <CertificateActions certificate={certificate} />,
      },
    ],
    [t, percent],
  );
  return (
    <DataTable
      id="certificates"
      label={t`Your certificates`}
      columns={columns}
      {...table}
      rowKey={({ id }) => id}
      rowName={({ moduleTitle }) => moduleTitle}
      loadingLabel={t`Loading the certificates...`}
      minWidth={860}
    />
  );
}

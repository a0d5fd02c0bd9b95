import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportsContract } from '#shared/contract/reports.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { ExportButtons } from '#app/screens/completion-report/ExportButtons.tsx';
import { OrganizationCards } from '#app/screens/completion-report/OrganizationCards.tsx';
import { PeopleTable } from '#app/screens/completion-report/PeopleTable.tsx';
import { PersonDrawer } from '#app/screens/completion-report/PersonDrawer.tsx';
import { QuickLinks } from '#app/screens/completion-report/QuickLinks.tsx';
import { ReportFilters } from '#app/screens/completion-report/ReportFilters.tsx';
import { ReportSummary } from '#app/screens/completion-report/ReportSummary.tsx';
import { useExport } from '#app/screens/completion-report/use-export.ts';
import type { ReportPerson } from '#app/screens/completion-report/report.ts';

const pageSize = 50;

/** The completion report of SPEC §2.12 (RPT-01, RPT-02): summary, organizations, people with their assignments. */
export function CompletionReport() {
  const { t } = useLingui();
  const [view, patch] = useUrlState({ org: 'all', q: '', sort: 'name', page: '1' });
  const [opened, setOpened] = useState<ReportPerson | null>(null);
  const filter = { org: view.org, ...(view.q ? { q: view.q } : {}) };
  const report = useQuery({
    ...queryFor(reportsContract.completion, {
      query: { ...filter, sort: view.sort, ...windowOf(view.page, pageSize) },
    }),
    placeholderData: (before) => before,
  });
  const file = useExport(filter);
  return (
    <Page wide>
      <PageHeader
        title={t`Completion Report`}
        subtitle={t`Who completed which training, by organization and person`}
        crumbs={[{ label: t`Reports & Analytics` }, { label: t`Completion Report` }]}
        actions={<ExportButtons report={file} />}
      />
      <DownloadFailure download={file} />
      <ReportFilters org={view.org} q={view.q} onChange={(changes) => patch({ ...changes, page: '1' })} />
      <QuickLinks />
      {report.error && !report.data ? (
        <ErrorState error={report.error} busy={report.isFetching} onRetry={() => void report.refetch()} />
      ) : (
        <>
          <ReportSummary metadata={report.data?.reportMetadata} />
          <OrganizationCards
            organizations={report.data?.organizationSummary}
            onChoose={(org) => patch({ org, page: '1' }, { push: true })}
          />
          <PeopleTable
            people={report.data?.userDetails}
            total={report.data?.reportMetadata.totalUsers}
            limit={pageSize}
            state={{ sort: view.sort, page: view.page }}
            onState={patch}
            onOpen={setOpened}
          />
        </>
      )}
      <PersonDrawer person={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { exportsContract } from '#shared/contract/exports.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { EmptyDay } from '#app/features/completion-report/EmptyDay.tsx';
import { AsOfNotice } from '#app/features/completion-report/AsOfNotice.tsx';
import { ExportButtons } from '#app/features/completion-report/ExportButtons.tsx';
import { ExportContinues } from '#app/features/completion-report/ExportContinues.tsx';
import { OrganizationCards } from '#app/features/completion-report/OrganizationCards.tsx';
import { PeopleTable } from '#app/features/completion-report/PeopleTable.tsx';
import { PersonDrawer, type OpenedPerson } from '#app/features/completion-report/PersonDrawer.tsx';
import { Preparing } from '#app/features/completion-report/Preparing.tsx';
import { preparingOf, untilPrepared } from '#app/features/completion-report/preparing.ts';
import { ReportFilters } from '#app/features/completion-report/ReportFilters.tsx';
import { ReportSummary } from '#app/features/completion-report/ReportSummary.tsx';
import {
  filterOf,
  noFilter,
  shownFilter,
  type FilterView,
} from '#app/features/completion-report/report-filter.ts';
import { useExport } from '#app/features/completion-report/use-export.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';

const pageSize = 50;

/**
 * The page of the completion report, for all people in reach or for the person's own team (RPT-01, MGR-03). It keeps the filters
 * in the address, offers an as-of day and exports, and leads from organizations to departments and people.
 */
export function ReportPage({
  path,
  title,
  subtitle,
  group,
  team = false,
  links,
}: {
  readonly path: string;
  readonly title: string;
  readonly subtitle: string;
  /** The menu group of the page. */
  readonly group: string;
  readonly team?: boolean;
  readonly links: ReactNode;
}) {
  const [view, patch] = useUrlState({ ...noFilter, sort: 'name', page: '1' });
  const [opened, setOpened] = useState<OpenedPerson | null>(null);
  const ofTeam = team ? { team: 'true' as const } : {};
  const filter = { ...filterOf(view), ...ofTeam };
  // Other people's work changes the figures: every visit reloads them.
  const report = useQuery({
    ...queryFor(reportsContract.completion, {
      query: { ...filter, sort: view.sort, ...windowOf(view.page, pageSize) },
    }),
    staleTime: 0,
    placeholderData: (before) => before,
    ...untilPrepared,
  });
  const preparing = preparingOf(report.error);
  const file = useExport(filter);
  // The PDF has a line for each person, including people without training: the count is the number of its lines.
  const lines = useQuery({
    ...queryFor(exportsContract.count, { query: { dataSet: 'report', format: 'pdf', ...filter } }),
    enabled: report.isSuccess && !report.isPlaceholderData,
  });
  const ofReport = { ...shownFilter(view), dataSet: 'report', format: 'pdf' };
  const inBackground = team ? { ...ofReport, team: 'true' } : ofReport;
  const isEmptyDay =
    view.asOf !== '' &&
    Object.keys(shownFilter({ ...view, asOf: '' })).length === 0 &&
    report.data?.reportMetadata.totalUsers === 0;
  const narrow = (changes: Partial<FilterView>, push = false) => patch({ ...changes, page: '1' }, { push });
  return (
    <Page wide>
      <PageHeader
        title={title}
        subtitle={subtitle}
        crumbs={[{ label: group }, { label: title }]}
        actions={
          <ExportButtons report={file} inBackground={lines.data?.background === true ? inBackground : null} />
        }
      />
      <DownloadFailure download={file} />
      <ExportContinues report={file} />
      <ReportFilters view={view} onChange={narrow} />
      {view.asOf !== '' && <AsOfNotice day={view.asOf} onNow={() => narrow({ asOf: '' })} />}
      {/^[1-9]\d*$/.test(view.module) && (
        <TextLink
          to={`/training-modules/${view.module}/people`}
          size="sm"
          style={{ alignSelf: 'flex-start' }}
        >
          <Trans>People trained and not trained on this module</Trans>
        </TextLink>
      )}
      {links}
      {preparing ? (
        <Preparing {...preparing} />
      ) : report.error && (!report.data || report.isPlaceholderData) ? (
        <ErrorState error={report.error} busy={report.isFetching} onRetry={() => void report.refetch()} />
      ) : isEmptyDay ? (
        <EmptyDay onNow={() => narrow({ asOf: '' })} />
      ) : (
        <>
          <ReportSummary metadata={report.data?.reportMetadata} path={path} filter={shownFilter(view)} />
          <OrganizationCards
            organizations={report.data?.organizationSummary}
            path={path}
            filter={shownFilter(view)}
            onChoose={(org) => narrow({ org, dept: '' }, true)}
          />
          <PeopleTable
            people={report.data?.userDetails}
            total={report.data?.reportMetadata.totalUsers}
            limit={pageSize}
            selectable={view.asOf === ''}
            isNarrowed={Object.keys(shownFilter(view)).length > 0}
            state={{ sort: view.sort, page: view.page }}
            onState={patch}
            onOpen={(person, status) => setOpened({ person, status: status ?? null })}
          />
        </>
      )}
      <PersonDrawer
        opened={opened}
        filter={filter}
        onAll={() => setOpened((before) => before && { ...before, status: null })}
        onClose={() => setOpened(null)}
      />
    </Page>
  );
}

import { Button, Paper, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconCalendarQuestion,
  IconFileSpreadsheet,
  IconFileUnknown,
  IconGridDots,
  IconTable,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { exportsContract } from '#shared/contract/exports.ts';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { dataSets } from '#shared/domain/reports/data-sets.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { ReportFilters } from '#app/features/completion-report/ReportFilters.tsx';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { History } from '#app/features/trail/History.tsx';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { LateCompletions } from '#app/screens/module-people/LateCompletions.tsx';
import { ModuleFacts } from '#app/screens/module-people/ModuleFacts.tsx';
import { PeopleList } from '#app/screens/module-people/PeopleList.tsx';
import { VersionTable } from '#app/screens/module-people/VersionTable.tsx';
import {
  addressOf,
  filtersOf,
  noFilters,
  placeOf,
  stateCounts,
  stateOf,
  versionOf,
  type Figures,
  type PeopleView,
} from '#app/screens/module-people/people-view.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { ButtonLink, TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** The people of a module (MTX-09), trained or not, by version and status, with reminders and exports. */
export function ModulePeople() {
  const { t } = useLingui();
  const { moduleId = '' } = useParams({ strict: false });
  const [view, patch] = useUrlState({ ...noFilters, page: '1' });
  const params = { id: moduleId };
  const figures = useQuery({
    ...queryFor(modulePeopleContract.figures, { params, query: placeOf(view) }),
    // Other people's work changes the figures: every visit reloads them.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  usePageTitle(figures.data?.module.title);
  return (
    <Page wide>
      <Load
        query={figures}
        skeleton={<PageSkeleton label={t`Loading the people...`} />}
        failed={(error) =>
          isNotFound(error) || !/^[1-9]\d{0,8}$/.test(moduleId) ? <ModuleNotFound /> : undefined
        }
      >
        {(data) => (
          <Loaded figures={data} view={view} onChange={(changes) => patch({ page: '1', ...changes })} />
        )}
      </Load>
    </Page>
  );
}

function Loaded({
  figures,
  view,
  onChange,
}: {
  readonly figures: Figures;
  readonly view: PeopleView;
  readonly onChange: (changes: Partial<PeopleView>) => void;
}) {
  const { t, i18n } = useLingui();
  const { permissions } = useUser();
  const { module } = figures;
  const version = versionOf(view.version);
  const counts = stateCounts(figures, version);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const file = useDownload((format: 'csv' | 'xlsx') =>
    saveFile(exportsContract.download, `training-${format}.${format}`, {
      query: {
        dataSet: 'training',
        format,
        columns: dataSets.training.columns.join(','),
        moduleId: String(module.id),
        ...filtersOf(view),
      },
    }),
  );
  const { busy, save } = file;
  const library = permissions.includes('modules.manage') ? { to: '/training-modules' } : {};
  return (
    <>
      <PageHeader
        title={module.title}
        subtitle={<Trans>People trained and not trained on this module</Trans>}
        crumbs={[{ label: t`Training Modules`, ...library }, { label: module.title }]}
        actions={
          <>
            <ButtonLink
              to="/training-matrix/grid"
              search={{ module: String(module.id) }}
              variant="default"
              leftSection={<IconGridDots size={18} aria-hidden />}
            >
              <Trans>Training Grid</Trans>
            </ButtonLink>
            <ButtonLink
              to="/qualified"
              search={{ module: String(module.id) }}
              variant="default"
              leftSection={<IconCalendarQuestion size={18} aria-hidden />}
            >
              <Trans>Qualified on a day</Trans>
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              loading={busy === 'csv'}
              disabled={busy === 'xlsx'}
              onClick={() => save('csv')}
            >
              <Trans>Export CSV</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconTable size={18} aria-hidden />}
              loading={busy === 'xlsx'}
              disabled={busy === 'csv'}
              onClick={() => save('xlsx')}
            >
              <Trans>Export XLSX</Trans>
            </Button>
            <SendReminders moduleId={module.id} variant="filled" />
          </>
        }
      />
      <DownloadFailure download={file} />
      <ModuleFacts figures={figures} />
      <ReportFilters
        view={view}
        known={['org', 'departmentId', 'q']}
        onChange={({ org = view.org, dept = view.dept, q = view.q }) => onChange({ org, dept, q })}
      />
      <VersionTable figures={figures} view={view} />
      <FilterPills
        label={t`Filter by status`}
        pills={[
          { value: 'all' as const, label: t`All`, count: all },
          ...trainingStates.map((state) => ({
            value: state,
            label: i18n._(stateLooks[state].label),
            count: counts[state],
            alarm: state === 'overdue' || state === 'expired',
          })),
        ]}
        value={stateOf(view.status) ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? '' : status })}
      />
      {version !== null && (
        <Text size="sm" component="div">
          {version === 'none' ? <Trans>Not assigned</Trans> : <Trans>Version {version}</Trans>}
          {' · '}
          <TextLink to="." search={addressOf(view, { version: '' })} inherit>
            <Trans>Show all versions</Trans>
          </TextLink>
        </Text>
      )}
      <PeopleList module={module} />
      {(module.version ?? 0) > 1 && <LateCompletions moduleId={module.id} />}
      <History of={{ recordType: 'training_modules', recordId: String(module.id) }} />
    </>
  );
}

/** The module does not exist, or this person may not see it (AUTH-13). */
function ModuleNotFound() {
  return (
    <Paper withBorder>
      <EmptyState
        heading="h1"
        icon={IconFileUnknown}
        title={<Trans>Module Not Found</Trans>}
        hint={<Trans>There is no such module, or no one you can see has it.</Trans>}
      />
    </Paper>
  );
}

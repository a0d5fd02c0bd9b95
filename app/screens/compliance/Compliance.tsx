import { Button, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { complianceContract } from '#shared/contract/compliance.ts';
import { AsOfNotice } from '#app/features/completion-report/AsOfNotice.tsx';
import { EmptyDay } from '#app/features/completion-report/EmptyDay.tsx';
import { Preparing } from '#app/features/completion-report/Preparing.tsx';
import { preparingOf, untilPrepared } from '#app/features/completion-report/preparing.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { periodOf, viewDefaults, type Metrics, type View } from '#app/screens/compliance/compliance.ts';
import { ComplianceCards } from '#app/screens/compliance/ComplianceCards.tsx';
import { ComplianceFilters } from '#app/screens/compliance/ComplianceFilters.tsx';
import { GroupBar } from '#app/screens/compliance/GroupBar.tsx';
import { OrganizationTable } from '#app/screens/compliance/OrganizationTable.tsx';
import { FigurePeople } from '#app/screens/compliance/FigurePeople.tsx';
import { RoleTable } from '#app/screens/compliance/RoleTable.tsx';
import { Trend } from '#app/screens/compliance/Trend.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/**
 * The compliance dashboard of SPEC §2.13 (CMP-01, RPT-04): where people are not compliant, the trend, and the people; now or
 * as of a day.
 */
export function Compliance() {
  const { t } = useLingui();
  const [view, patch] = useUrlState(viewDefaults);
  const query = {
    period: periodOf(view.period),
    organization: /^[1-9]\d*$/.test(view.organization) ? view.organization : ('all' as const),
    ...(view.asOf && { asOf: view.asOf }),
    ...(/^[1-9]\d{0,8}$/.test(view.module) && { moduleId: view.module }),
  };
  // Other people's work changes the figures: every visit reloads them.
  const metrics = useQuery({
    ...queryFor(complianceContract.metrics, { query }),
    staleTime: 0,
    placeholderData: (before) => before,
    ...untilPrepared,
  });
  const file = useDownload<'csv'>(() => saveFile(complianceContract.export, 'compliance.csv', { query }));
  return (
    <Page wide>
      <PageHeader
        title={<Trans>Compliance Dashboard</Trans>}
        subtitle={<Trans>Compliance by organization, department and role</Trans>}
        crumbs={[{ label: t`Reports & Analytics` }, { label: t`Compliance Dashboard` }]}
        actions={
          <Button
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            loading={file.busy !== null}
            onClick={() => file.save('csv')}
          >
            <Trans>Export</Trans>
          </Button>
        }
      />
      <DownloadFailure download={file} />
      <ComplianceFilters view={view} onChange={patch} />
      {view.asOf !== '' && <AsOfNotice day={view.asOf} onNow={() => patch({ asOf: '', page: '1' })} />}
      <Load
        query={metrics}
        failed={(error) => {
          const preparing = preparingOf(error);
          return preparing && <Preparing {...preparing} />;
        }}
        skeleton={
          <>
            <CardSkeletons label={t`Loading the compliance dashboard…`} />
            <LineSkeletons label={t`Loading the compliance dashboard…`} />
          </>
        }
      >
        {(data) =>
          view.asOf !== '' &&
          view.module === '' &&
          query.organization === 'all' &&
          data.overall.totalUsers === 0 ? (
            <EmptyDay onNow={() => patch({ asOf: '', page: '1' })} />
          ) : (
            <Loaded metrics={data} view={view} />
          )
        }
      </Load>
    </Page>
  );
}

function Loaded({ metrics, view }: { readonly metrics: Metrics; readonly view: View }) {
  return (
    <>
      <ComplianceCards overall={metrics.overall} view={view} />
      <GroupBar overall={metrics.overall} view={view} />
      {view.module === '' ? (
        <Trend trend={metrics.trend} isNow={view.asOf === ''} />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>These figures cover people who have this module. The trend covers all modules.</Trans>
        </Text>
      )}
      <OrganizationTable rows={metrics.byOrganization} view={view} />
      <RoleTable rows={metrics.byRole} view={view} />
      <FigurePeople metrics={metrics} view={view} />
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dashboardContract } from '#shared/contract/dashboard.ts';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/admin/Admin.module.css';
import { AdminCards } from '#app/screens/admin/AdminCards.tsx';
import { OrganizationCards } from '#app/screens/admin/OrganizationCards.tsx';
import { QuickActions } from '#app/screens/admin/QuickActions.tsx';
import { RecentActivity } from '#app/screens/admin/RecentActivity.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';

/** The Training Dashboard of administrators (SPEC §2.4, DASH-01): the current figures, recent activity, and the next steps. */
export function Admin() {
  const { t } = useLingui();
  // Other people's work changes the figures: every visit reloads them.
  const stats = useQuery({ ...queryFor(dashboardContract.stats), staleTime: 0 });
  const organizations = useQuery({
    ...queryFor(dashboardContract.organizations, { query: { limit: 1000 } }),
    staleTime: 0,
  });
  const activity = useQuery({ ...queryFor(dashboardContract.recentActivity, { query: {} }), staleTime: 0 });
  return (
    <Page>
      <PageHeader
        title={<Trans>Training Dashboard</Trans>}
        subtitle={<Trans>Monitor training progress across all organizations</Trans>}
        actions={
          <ButtonLink to="/reports/completion">
            <Trans>View Full Report</Trans>
          </ButtonLink>
        }
      />
      <Load query={stats} skeleton={<CardSkeletons label={t`Loading the dashboard…`} />}>
        {(data) => <AdminCards stats={data} />}
      </Load>
      <div className={classes.columns}>
        <Section title={<Trans>Organizations</Trans>}>
          <Load query={organizations} skeleton={<CardSkeletons label={t`Loading organizations…`} />}>
            {(data) => <OrganizationCards organizations={data} />}
          </Load>
        </Section>
        <div className={classes.side}>
          <QuickActions />
          <Section title={<Trans>Recent Activity</Trans>}>
            <Load query={activity} skeleton={<LineSkeletons label={t`Loading recent activity…`} />}>
              {(data) => <RecentActivity activities={data} />}
            </Load>
          </Section>
        </div>
      </div>
    </Page>
  );
}

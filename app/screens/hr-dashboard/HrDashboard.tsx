import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsExchange, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import { OrganizationFilter } from '#app/features/hr/OrganizationFilter.tsx';
import { NameRequests } from '#app/features/names/NameRequests.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AreaCards } from '#app/screens/hr-dashboard/AreaCards.tsx';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import { HrActivity } from '#app/screens/hr-dashboard/HrActivity.tsx';
import { OrganizationList } from '#app/screens/hr-dashboard/OrganizationList.tsx';
import { RegistrationFormDialog } from '#app/screens/hr-dashboard/RegistrationFormDialog.tsx';
import { Registrations } from '#app/screens/hr-dashboard/Registrations.tsx';
import { UploadDialog } from '#app/screens/hr-dashboard/UploadDialog.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';

/** /hr-dashboard (SPEC §2.16, HR-01): the state of the HR area, recent activity, and the registrations of organizations. */
export function HrDashboard() {
  const { t } = useLingui();
  const user = useUser();
  const [view, patch] = useUrlState({ organization: '' });
  const [dialog, setDialog] = useState<'create' | 'upload' | null>(null);
  const organization = /^[1-9]\d{0,8}$/.test(view.organization) ? view.organization : '';
  const query = organization === '' ? {} : { organizationId: organization };
  // Other people work in the same area: every visit reloads it.
  const whole = useQuery({ ...queryFor(hrDashboardContract.figures), staleTime: 0 });
  const figures = useQuery({ ...queryFor(hrDashboardContract.figures, { query }), staleTime: 0 });
  const activity = useQuery({ ...queryFor(hrDashboardContract.activity, { query }), staleTime: 0 });
  const organizations = whole.data?.organizations ?? [];
  return (
    <Page>
      <PageHeader
        title={<Trans>HR Dashboard</Trans>}
        subtitle={<Trans>CVs, agreements, documents and registrations at a glance</Trans>}
        actions={
          <>
            {user.role === 'admin' && (
              <ButtonLink
                to="/Admin-Landing"
                variant="default"
                leftSection={<IconArrowsExchange size={18} aria-hidden />}
              >
                <Trans>Switch to Training-Admin</Trans>
              </ButtonLink>
            )}
            <Button
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => setDialog('upload')}
            >
              <Trans>Upload Document</Trans>
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDialog('create')}>
              <Trans>Add Registration</Trans>
            </Button>
          </>
        }
      />
      <OrganizationFilter
        value={organization}
        organizations={organizations.toSorted((one, other) => one.name.localeCompare(other.name))}
        onChange={(next) => patch({ organization: next })}
      />
      <NameRequests />
      <Load query={figures} skeleton={<CardSkeletons height={220} label={t`Loading the dashboard…`} />}>
        {(data) => <AreaCards figures={data} organization={organization === '' ? {} : { organization }} />}
      </Load>
      <div className={classes.columns}>
        <Registrations
          organization={organization}
          counts={figures.data?.registrations}
          onAdd={() => setDialog('create')}
        />
        <Section title={<Trans>Recent Activity</Trans>}>
          <Load query={activity} skeleton={<LineSkeletons label={t`Loading recent activity…`} />}>
            {(data) => <HrActivity items={data} />}
          </Load>
        </Section>
      </div>
      {organization === '' && organizations.length !== 1 && (
        <div id="organizations">
          <Section title={<Trans>Organizations</Trans>}>
            <Load query={whole} skeleton={<CardSkeletons label={t`Loading organizations…`} />}>
              {(data) => <OrganizationList organizations={data.organizations} />}
            </Load>
          </Section>
        </div>
      )}
      {dialog === 'create' && (
        <RegistrationFormDialog
          registration={null}
          organizations={organizations}
          chosen={organization}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'upload' && (
        <UploadDialog
          registration={null}
          document={null}
          chosen={organization}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

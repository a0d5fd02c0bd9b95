import { Alert, Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconFileZip, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrCvsContract, MAX_CHOSEN } from '#shared/contract/hr-cvs.ts';
import { cvStates, cvStatesToActOn, type CvState } from '#shared/domain/hr/cvs.ts';
import { cvLabels } from '#app/features/hr/CvBadge.tsx';
import { ListTools } from '#app/features/hr/ListTools.tsx';
import { OrganizationFilter } from '#app/features/hr/OrganizationFilter.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { isId, useHrOrganizations } from '#app/lib/hr-organizations.ts';
import { useUser } from '#app/lib/session.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { CvDrawer } from '#app/screens/hr-cvs/CvDrawer.tsx';
import { CvTable } from '#app/screens/hr-cvs/CvTable.tsx';
import { CvValidity } from '#app/screens/hr-cvs/CvValidity.tsx';
import { RequestDialog } from '#app/screens/hr-cvs/RequestDialog.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';
import type { CvRow } from '#app/screens/hr-cvs/cv-row.ts';

const stateOf = (text: string): CvState | undefined => cvStates.find((state) => state === text);

const noFilters = { q: '', state: '', organization: '' } as const;
type Filters = Readonly<Record<keyof typeof noFilters, string>>;

const placeOf = ({ organization }: Pick<Filters, 'organization'>) =>
  isId(organization) ? { organizationId: organization } : {};

/** Returns the filters of the query for the server. */
function filtersOf(view: Filters) {
  const state = stateOf(view.state);
  return {
    ...placeOf(view),
    ...(state ? { state } : {}),
    ...(view.state === 'due' ? { due: 'true' as const } : {}),
    ...searchOf(view.q),
  };
}

/** /hr-cv-repository (HR-02): people with and without a current CV; requests by email, reading, downloading. */
export function HrCvs() {
  const { t, i18n } = useLingui();
  const user = useUser();
  const list = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['name', 'state', 'validUntil', 'organization'],
    sort: 'name',
    limit: 50,
    page: (query) => pageFor(hrCvsContract.list, { query }),
  });
  const { view } = list;
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [opened, setOpened] = useState<CvRow | null>(null);
  const [asking, setAsking] = useState<readonly string[]>([]);
  const state = stateOf(view.state);
  const due = view.state === 'due';
  const figures = useQuery(queryFor(hrCvsContract.figures, { query: placeOf(view) }));
  const organizations = useHrOrganizations();
  const chosen = [...selected].map(String);
  const tooMany = chosen.length > MAX_CHOSEN;
  const zip = useDownload<'zip'>(() =>
    saveFile(hrCvsContract.zip, 'cvs.zip', {
      query: chosen.length > 0 ? { userIds: chosen.join(',') } : list.asked,
    }),
  );
  const change = (changes: Partial<Filters>): void => {
    setSelected(new Set());
    list.change(changes);
  };
  const counts = figures.data;
  return (
    <Page wide>
      <PageHeader
        title={t`CV Repository`}
        subtitle={t`Who has a current, signed CV, and who still needs to provide one`}
        actions={
          <Button
            variant="default"
            leftSection={<IconFileZip size={18} aria-hidden />}
            loading={zip.busy !== null}
            disabled={tooMany}
            onClick={() => zip.save('zip')}
          >
            {chosen.length > 0 ? (
              <Trans>Download {chosen.length} chosen as ZIP</Trans>
            ) : (
              <Trans>Download as ZIP</Trans>
            )}
          </Button>
        }
      />
      <CvValidity mayChange={user.permissions.includes('operations.manage')} />
      <DownloadFailure download={zip} />
      {tooMany && (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <Trans>
            You can choose at most {MAX_CHOSEN} people at once. Choose fewer to request or download CVs.
          </Trans>
        </Alert>
      )}
      <FilterPills
        label={t`State of the CV`}
        value={state ?? (due ? 'due' : 'all')}
        onChange={(next) => change({ state: next === 'all' ? '' : next })}
        pills={[
          { value: 'all' as const, label: t`All`, count: counts?.total ?? 0 },
          {
            value: 'due' as const,
            label: t`Needs attention`,
            count: cvStatesToActOn.reduce((sum, one) => sum + (counts?.states[one] ?? 0), 0),
          },
          ...cvStates.map((one) => ({
            value: one,
            label: i18n._(cvLabels[one]),
            count: counts?.states[one] ?? 0,
            alarm: one === 'expired' || one === 'missing',
          })),
        ]}
      />
      <ListTools q={view.q} placeholder={t`Name or email`} onSearch={(text) => change({ q: text })}>
        <OrganizationFilter
          value={view.organization}
          organizations={organizations}
          onChange={(next) => change({ organization: next })}
        />
      </ListTools>
      <CvTable
        list={list.table}
        selected={selected}
        onSelected={setSelected}
        onOpen={setOpened}
        bulkBar={
          <Button
            size="compact-md"
            disabled={tooMany}
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => setAsking(chosen)}
          >
            <Trans>Request CV</Trans>
          </Button>
        }
      />
      <CvDrawer
        person={opened}
        covered={asking.length > 0}
        onClose={() => setOpened(null)}
        onAsk={(id) => setAsking([id])}
      />
      <RequestDialog
        userIds={asking}
        onClose={() => setAsking([])}
        onAsked={() => {
          setAsking([]);
          setSelected(new Set());
        }}
      />
    </Page>
  );
}

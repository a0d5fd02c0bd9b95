import { Button, Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { agreementKinds, agreementStates } from '#shared/domain/hr/agreements.ts';
import { agreementStateLabels } from '#app/features/hr/AgreementBadge.tsx';
import { agreementKindLabels } from '#app/features/hr/agreement-facts.tsx';
import { ListTools } from '#app/features/hr/ListTools.tsx';
import { OrganizationFilter } from '#app/features/hr/OrganizationFilter.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { isId, useHrOrganizations } from '#app/lib/hr-organizations.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AgreementDrawer } from '#app/screens/hr-agreements/AgreementDrawer.tsx';
import { AgreementFormDialog } from '#app/screens/hr-agreements/AgreementFormDialog.tsx';
import { AgreementTable } from '#app/screens/hr-agreements/AgreementTable.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';

const noFilters = { q: '', state: '', kind: '', organization: '' } as const;
type Filters = Readonly<Record<keyof typeof noFilters, string>>;

const stateOf = (text: string) => agreementStates.find((one) => one === text);
const kindOf = (text: string) => agreementKinds.find((one) => one === text);

/** Returns the filters that also apply to the figures. */
function narrowedBy(view: Pick<Filters, 'kind' | 'organization'>) {
  const kind = kindOf(view.kind);
  return {
    ...(isId(view.organization) ? { organizationId: view.organization } : {}),
    ...(kind ? { kind } : {}),
  };
}

/** Returns the filters of the query for the server. */
function filtersOf(view: Filters) {
  const state = stateOf(view.state);
  return { ...narrowedBy(view), ...(state ? { state } : {}), ...searchOf(view.q) };
}

/** /hr-consulting-agreements (HR-03): agreements with their states, and the steps of each from the draft to its end. */
export function HrAgreements() {
  const { t, i18n } = useLingui();
  const list = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['title', 'party', 'startsOn', 'endsOn'],
    sort: 'endsOn',
    limit: 50,
    page: (query) => pageFor(hrAgreementsContract.list, { query }),
  });
  const { view, change } = list;
  // Other pages link to the dialog.
  const [linked, patch] = useUrlState({ agreement: '', dialog: '' });
  const [isDrafting, setDrafting] = useState(false);
  const drafting = isDrafting || linked.dialog === 'create';
  const endDraft = (): void => {
    setDrafting(false);
    if (linked.dialog !== '') patch({ dialog: '' });
  };
  const organizations = useHrOrganizations();
  const state = stateOf(view.state);
  const { data: counts } = useQuery(queryFor(hrAgreementsContract.figures, { query: narrowedBy(view) }));
  const open = (id: number): void => patch({ agreement: String(id), dialog: '' }, { push: true });
  return (
    <Page wide>
      <PageHeader
        title={t`Consulting Agreements`}
        subtitle={t`Agreements with consultants and service providers, and what still needs a signature`}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDrafting(true)}>
            <Trans>New Agreement</Trans>
          </Button>
        }
      />
      <FilterPills
        label={t`State of the agreement`}
        value={state ?? 'all'}
        onChange={(next) => change({ state: next === 'all' ? '' : next })}
        pills={[
          { value: 'all' as const, label: t`All`, count: counts?.total ?? 0 },
          ...agreementStates.map((one) => ({
            value: one,
            label: i18n._(agreementStateLabels[one]),
            count: counts?.states[one] ?? 0,
            alarm: one === 'expiring',
          })),
        ]}
      />
      <ListTools
        q={view.q}
        placeholder={t`Agreement, other party or email`}
        onSearch={(text) => change({ q: text })}
      >
        <Select
          label={t`Kind`}
          placeholder={t`All kinds`}
          clearable
          clearButtonProps={{ 'aria-label': t`All kinds` }}
          value={kindOf(view.kind) ?? null}
          data={agreementKinds.map((value) => ({ value, label: i18n._(agreementKindLabels[value]) }))}
          onChange={(next) => change({ kind: next ?? '' })}
        />
        <OrganizationFilter
          value={view.organization}
          organizations={organizations}
          onChange={(next) => change({ organization: next })}
        />
      </ListTools>
      <AgreementTable list={list.table} onNew={() => setDrafting(true)} onOpen={({ id }) => open(id)} />
      <AgreementDrawer
        id={isId(linked.agreement) ? Number(linked.agreement) : null}
        onClose={() => patch({ agreement: '' })}
      />
      {drafting && (
        <AgreementFormDialog
          agreement={null}
          organizations={organizations}
          onClose={endDraft}
          onCreated={({ id }) => open(id)}
        />
      )}
    </Page>
  );
}

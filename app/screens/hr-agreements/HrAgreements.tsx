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
import { useHrOrganizations } from '#app/lib/hr-organizations.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AgreementDrawer } from '#app/screens/hr-agreements/AgreementDrawer.tsx';
import { AgreementFormDialog } from '#app/screens/hr-agreements/AgreementFormDialog.tsx';
import { AgreementTable } from '#app/screens/hr-agreements/AgreementTable.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';

const limit = 50;
const sorts = ['title', 'party', 'startsOn', 'endsOn'].flatMap((key) => [key, `-${key}`]);
const isId = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** /hr-consulting-agreements (HR-03): agreements with their states, and the way of each from the draft to its end. */
export function HrAgreements() {
  const { t, i18n } = useLingui();
  const [view, patch] = useUrlState({
    q: '',
    state: '',
    kind: '',
    organization: '',
    sort: 'endsOn',
    page: '1',
    agreement: '',
    // Other pages link to the dialog.
    dialog: '',
  });
  const [isDrafting, setDrafting] = useState(false);
  const drafting = isDrafting || view.dialog === 'create';
  const endDraft = (): void => {
    setDrafting(false);
    if (view.dialog !== '') patch({ dialog: '' });
  };
  const organizations = useHrOrganizations();
  const state = agreementStates.find((one) => one === view.state);
  const kind = agreementKinds.find((one) => one === view.kind);
  const q = view.q.trim().slice(0, 200);
  const sort = sorts.includes(view.sort) ? view.sort : 'endsOn';
  const narrowed = {
    ...(isId(view.organization) ? { organizationId: view.organization } : {}),
    ...(kind ? { kind } : {}),
  };
  const list = useQuery(
    pageFor(hrAgreementsContract.list, {
      query: {
        ...narrowed,
        ...(state ? { state } : {}),
        ...(q === '' ? {} : { q }),
        sort,
        ...windowOf(view.page, limit),
      },
    }),
  );
  const { data: counts } = useQuery(queryFor(hrAgreementsContract.figures, { query: narrowed }));
  const change = (changes: Parameters<typeof patch>[0]): void => patch({ page: '1', ...changes });
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
          value={kind ?? null}
          data={agreementKinds.map((value) => ({ value, label: i18n._(agreementKindLabels[value]) }))}
          onChange={(next) => change({ kind: next ?? '' })}
        />
        <OrganizationFilter
          value={view.organization}
          organizations={organizations}
          onChange={(next) => change({ organization: next })}
        />
      </ListTools>
      <AgreementTable
        rows={list.data?.rows}
        total={list.data?.total ?? 0}
        limit={limit}
        state={{ sort, page: view.page }}
        onState={(next) => patch(next)}
        error={list.error}
        onRetry={() => void list.refetch()}
        filtered={state !== undefined || kind !== undefined || q !== '' || view.organization !== ''}
        onClear={() => change({ q: '', state: '', kind: '', organization: '' })}
        onNew={() => setDrafting(true)}
        onOpen={({ id }) => open(id)}
      />
      <AgreementDrawer
        id={isId(view.agreement) ? Number(view.agreement) : null}
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

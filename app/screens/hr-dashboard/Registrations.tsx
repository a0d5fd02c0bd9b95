import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRubberStamp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';
import { ListTools } from '#app/features/hr/ListTools.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import {
  pageSize,
  registrationLooks,
  type HrFigures,
  type RegistrationRow,
} from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { RegistrationItem } from '#app/screens/hr-dashboard/RegistrationItem.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

const sorts = ['organization', 'name', 'country', 'validUntil'] as const;

/** The registrations of organizations with expandable details (SPEC §2.16, HR-01), filtered and paged by the server. */
export function Registrations({
  organization,
  counts,
  onAdd,
}: {
  /** Id of the organization by which the dashboard is filtered; empty: all. */
  readonly organization: string;
  readonly counts: HrFigures['registrations'] | undefined;
  readonly onAdd: () => void;
}) {
  const { t, i18n } = useLingui();
  const [view, patch] = useUrlState({ q: '', state: '', sort: 'validUntil', page: '1', open: '' });
  const state = registrationStates.find((one) => one === view.state);
  const due = view.state === 'due';
  const sort = sorts.find((one) => one === view.sort) ?? 'validUntil';
  const q = view.q.trim().slice(0, 200);
  const list = useQuery({
    ...pageFor(hrRegistrationsContract.list, {
      query: {
        sort,
        ...windowOf(view.page, pageSize),
        ...(organization === '' ? {} : { organizationId: organization }),
        ...(state ? { state } : {}),
        ...(due ? { due: 'true' as const } : {}),
        ...(q === '' ? {} : { q }),
      },
    }),
    staleTime: 0,
  });
  const change = (changes: Parameters<typeof patch>[0]) => patch({ page: '1', open: '', ...changes });
  const filtered = state !== undefined || due || q !== '';
  const inUse = counts ? counts.valid + counts.expiring + counts.expired : 0;
  const toggle = (id: number) => patch({ open: view.open === String(id) ? '' : String(id) });
  return (
    <div id="registrations">
      <Section
        title={<Trans>Organization Registrations</Trans>}
        hint={<Trans>Registrations of each organization and their expiry dates</Trans>}
      >
        <FilterPills
          label={t`State of the registration`}
          value={state ?? (due ? 'due' : 'all')}
          onChange={(next) => change({ state: next === 'all' ? '' : next })}
          pills={[
            { value: 'all' as const, label: t`In use`, count: inUse },
            {
              value: 'due' as const,
              label: t`Needs attention`,
              count: (counts?.expired ?? 0) + (counts?.expiring ?? 0),
            },
            ...registrationStates.map((one) => ({
              value: one,
              label: i18n._(registrationLooks[one][0]),
              count: counts?.[one] ?? 0,
              alarm: one === 'expired',
            })),
          ]}
        />
        <ListTools
          q={view.q}
          placeholder={t`Name, number, authority or organization`}
          onSearch={(text) => change({ q: text })}
        />
        <Load query={list} skeleton={<LineSkeletons label={t`Loading registrations...`} height={64} />}>
          {({ rows, total }) => (
            <>
              <Linked open={view.open} rows={rows} onToggle={toggle} />
              {rows.length === 0 ? (
                <None filtered={filtered} onAdd={onAdd} onClear={() => change({ q: '', state: '' })} />
              ) : (
                <ul className={classes.list}>
                  {rows.map((row) => (
                    <li key={row.id}>
                      <RegistrationItem
                        registration={row}
                        expanded={view.open === String(row.id)}
                        onToggle={() => toggle(row.id)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {rows.length > 0 && (
                <TableFoot
                  total={total}
                  page={view.page}
                  limit={pageSize}
                  onPage={(page) => patch({ page, open: '' })}
                />
              )}
            </>
          )}
        </Load>
      </Section>
    </div>
  );
}

/** A registration that a link opens and that is not on this page of the list. */
function Linked({
  open,
  rows,
  onToggle,
}: {
  readonly open: string;
  readonly rows: readonly RegistrationRow[];
  readonly onToggle: (id: number) => void;
}) {
  const id = /^[1-9]\d{0,8}$/.test(open) ? Number(open) : 0;
  const wanted = id > 0 && !rows.some((row) => row.id === id);
  const found = useQuery({
    ...queryFor(hrRegistrationsContract.get, { params: { id } }),
    enabled: wanted,
  });
  if (!wanted) return null;
  return (
    <Load query={found} skeleton={null}>
      {(registration) => (
        <RegistrationItem registration={registration} expanded onToggle={() => onToggle(id)} />
      )}
    </Load>
  );
}

function None({
  filtered,
  onAdd,
  onClear,
}: {
  readonly filtered: boolean;
  readonly onAdd: () => void;
  readonly onClear: () => void;
}) {
  return (
    <EmptyState
      icon={IconRubberStamp}
      title={
        filtered ? <Trans>No registration matches these filters</Trans> : <Trans>No registrations yet</Trans>
      }
      hint={
        filtered ? (
          <Trans>Clear the filters to see every registration in use.</Trans>
        ) : (
          <Trans>Licenses, permits and registrations appear here with their documents.</Trans>
        )
      }
      action={
        filtered ? (
          <Button variant="default" onClick={onClear}>
            <Trans>Clear Filters</Trans>
          </Button>
        ) : (
          <Button onClick={onAdd}>
            <Trans>Add Registration</Trans>
          </Button>
        )
      }
    />
  );
}

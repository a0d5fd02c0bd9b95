import { Group, Select } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { compliancePeriods } from '#shared/domain/compliance/periods.ts';
import { AsOfField } from '#app/features/completion-report/AsOfField.tsx';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { periodLabels, periodOf, type View } from '#app/screens/compliance/compliance.ts';

/** Period and organization of SPEC §2.13 and the day of RPT-04; the address keeps them. */
export function ComplianceFilters({
  view,
  onChange,
}: {
  readonly view: View;
  readonly onChange: (changes: Partial<View>) => void;
}) {
  const { t, i18n } = useLingui();
  const { role, grants } = useUser();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const inspected = new Set(
    grants.flatMap(({ kind, organizationId }) => (kind === 'inspector' ? [organizationId] : [])),
  );
  const choices = (organizations.data ?? []).filter(({ id }) => role === 'admin' || inspected.has(id));
  const list = { of: '', department: '', role: '', page: '1' };
  return (
    <Group gap="sm" align="start">
      <Select
        label={t`Period`}
        data={compliancePeriods.map((period) => ({ value: period, label: i18n._(periodLabels[period]) }))}
        value={periodOf(view.period)}
        onChange={(period) => onChange({ period: period ?? '30d' })}
        allowDeselect={false}
        style={{ flex: '0 1 160px' }}
      />
      <Select
        label={t`Organization`}
        data={[
          { value: 'all', label: t`All organizations` },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={view.organization}
        onChange={(organization) => onChange({ organization: organization ?? 'all', ...list })}
        searchable
        allowDeselect={false}
        style={{ flex: '1 1 240px', maxWidth: 360 }}
        error={organizations.error ? t`The organizations could not be loaded.` : undefined}
      />
      <ModuleFilter
        value={view.module}
        onChange={(module) => onChange({ module, page: '1' })}
        style={{ flex: '1 1 240px', maxWidth: 360 }}
      />
      <AsOfField day={view.asOf} onChange={(asOf) => onChange({ asOf, page: '1' })} />
    </Group>
  );
}

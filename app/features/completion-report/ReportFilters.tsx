import { Button, Group, Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExportFilterName } from '#shared/domain/reports/data-sets.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { AsOfField } from '#app/features/completion-report/AsOfField.tsx';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { noFilter, type FilterView } from '#app/features/completion-report/report-filter.ts';
import { queryFor } from '#app/lib/client.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import classes from '#app/features/completion-report/ReportFilters.module.css';

const everyFilter: readonly ExportFilterName[] = ['org', 'departmentId', 'q', 'moduleId', 'asOf'];

/** Organization, department and user filters of SPEC §2.12 and the day of RPT-04; the address keeps them. */
export function ReportFilters({
  view,
  known = everyFilter,
  more,
  onChange,
  onClear,
}: {
  readonly view: FilterView;
  /** The filters shown; all by default. */
  readonly known?: readonly ExportFilterName[];
  /** Further filters, before the day. */
  readonly more?: ReactNode;
  readonly onChange: (changes: Partial<FilterView>) => void;
  /** Clears further filters too; set while some of them are active. */
  readonly onClear?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const { org, dept, q, asOf, module } = view;
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const isOne = org !== 'all' && org !== 'none';
  const departments = useQuery({
    ...queryFor(organizationsContract.departments, {
      query: { sort: 'name', limit: 1000, organizationId: org },
    }),
    enabled: isOne,
  });
  const choices = [
    { value: 'all', label: t`All organizations` },
    ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'none', label: t`No organization` },
  ];
  const filtered = [org !== 'all', dept !== '', q !== '', asOf !== '', module !== ''].some(Boolean);
  return (
    <Group gap="sm" align="start" role="group" aria-label={t`Filters of the report`}>
      <Select
        className={classes.field ?? ''}
        label={t`Organization`}
        data={choices}
        value={org}
        onChange={(value) => onChange({ org: value ?? 'all', dept: '' })}
        searchable
        allowDeselect={false}
        error={organizations.error ? t`The organizations could not be loaded.` : undefined}
      />
      {isOne && known.includes('departmentId') && (
        <Select
          className={classes.field ?? ''}
          label={t`Department`}
          placeholder={t`All departments`}
          data={[
            ...(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            { value: 'none', label: t`No department` },
          ]}
          value={dept === '' ? null : dept}
          onChange={(value) => onChange({ dept: value ?? '' })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`All departments` }}
          error={departments.error ? t`The departments could not be loaded.` : undefined}
        />
      )}
      {known.includes('q') && (
        <SearchField
          className={classes.field ?? ''}
          label={t`User`}
          value={q}
          placeholder={t`Name or email`}
          onSearch={(text) => onChange({ q: text })}
        />
      )}
      {known.includes('moduleId') && (
        <ModuleFilter
          className={classes.field ?? ''}
          value={module}
          onChange={(id) => onChange({ module: id })}
        />
      )}
      {more}
      {known.includes('asOf') && <AsOfField day={asOf} onChange={(day) => onChange({ asOf: day })} />}
      {(filtered || onClear !== undefined) && (
        <Button
          variant="subtle"
          className={classes.clear ?? ''}
          onClick={() => (onClear ? onClear() : onChange(noFilter))}
        >
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </Group>
  );
}

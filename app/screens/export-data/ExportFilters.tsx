import { Checkbox, Paper, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { listedStatuses } from '#shared/domain/assignments/status.ts';
import { dataSets, type DataSetName, type ExportFilterName } from '#shared/domain/reports/data-sets.ts';
import { useUser } from '#app/lib/session.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import classes from '#app/features/completion-report/ReportFilters.module.css';
import { noFilter } from '#app/features/completion-report/report-filter.ts';
import { JobTitleFilter } from '#app/features/people/JobTitleFilter.tsx';
import { NamedPersonSelect } from '#app/features/people/NamedPersonSelect.tsx';
import { ReportFilters } from '#app/features/completion-report/ReportFilters.tsx';
import { ExportDays } from '#app/screens/export-data/ExportDays.tsx';
import { dataSetHints, dataSetLabels } from '#app/screens/export-data/labels.ts';
import type { ExportChoice, readChoice } from '#app/screens/export-data/export-view.ts';

const noPersonFilters = { ...noFilter, job: '', person: '', actor: '', about: '' };

/** Returns the possible statuses of the rows of a data set. */
const statesOf = (dataSet: DataSetName): readonly TrainingState[] => {
  if (dataSet === 'training') return trainingStates;
  return dataSet === 'completions' ? ['completed', 'expired'] : listedStatuses;
};

/** The choice of what is exported: the data set, its filters, the format (RPT-03). */
export function ExportFilters({
  allowed,
  choice,
  view,
  onChange,
}: {
  readonly allowed: readonly DataSetName[];
  readonly choice: ReturnType<typeof readChoice>;
  readonly view: ExportChoice;
  readonly onChange: (changes: Partial<ExportChoice>) => void;
}) {
  const { t, i18n } = useLingui();
  const { dataSet, format } = choice;
  const { permissions } = useUser();
  const all: readonly ExportFilterName[] = dataSets[dataSet].filters;
  // For the trail, the last day replaces this filter.
  const known = dataSet === 'audit' ? all.filter((name) => name !== 'asOf') : all;
  const isNarrowed = [view.job, view.person, view.actor, view.about].some((value) => value !== '');
  const everyPicker = [
    ['userId', 'person', t`Person`, t`All people`],
    ['actor', 'actor', t`Acted by`, t`Anybody`],
    ['about', 'about', t`About`, t`Anybody`],
  ] as const;
  const pickers = everyPicker.filter(([name]) => known.includes(name));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="export-what">
      <Stack gap="md">
        <Title order={2} size="h4" id="export-what">
          <Trans>What to export</Trans>
        </Title>
        <Select
          label={t`Data set`}
          description={i18n._(dataSetHints[dataSet])}
          data={allowed.map((name) => ({ value: name, label: i18n._(dataSetLabels[name]) }))}
          value={dataSet}
          onChange={(value) => onChange({ dataSet: value ?? 'people', columns: '' })}
          allowDeselect={false}
        />
        <ReportFilters
          view={view}
          known={known}
          onChange={onChange}
          onClear={isNarrowed ? () => onChange(noPersonFilters) : undefined}
          more={
            <>
              {known.includes('jobTitle') && (
                <JobTitleFilter
                  className={classes.field}
                  value={view.job}
                  onChange={(job) => onChange({ job })}
                />
              )}
              {pickers.map(([name, key, label, everybody]) => (
                <NamedPersonSelect
                  // When it is cleared or changed from outside, it is mounted again.
                  key={`${name} ${view.saved} ${view[key] === '' ? 'none' : 'one'}`}
                  className={classes.field ?? ''}
                  among="everyone"
                  label={label}
                  placeholder={everybody}
                  value={view[key]}
                  onChange={(id) => onChange({ [key]: id })}
                />
              ))}
            </>
          }
        />
        {known.includes('status') && (
          <Select
            label={t`Status`}
            placeholder={t`All statuses`}
            data={statesOf(dataSet).map((value) => ({
              value,
              label: i18n._(stateLooks[value].label),
            }))}
            value={view.status === '' ? null : view.status}
            onChange={(value) => onChange({ status: value ?? '' })}
            clearable
            clearButtonProps={{ 'aria-label': t`All statuses` }}
          />
        )}
        {known.includes('version') && view.module !== '' && (
          <TextInput
            label={t`Version`}
            description={t`Enter a number, or leave empty for all versions`}
            inputMode="numeric"
            value={view.version}
            onChange={({ currentTarget }) =>
              onChange({ version: currentTarget.value.replaceAll(/\D/g, '').slice(0, 9) })
            }
          />
        )}
        {known.includes('team') && permissions.includes('team.view') && (
          <Checkbox
            label={t`Only my direct and indirect reports`}
            checked={view.team === 'true'}
            onChange={({ currentTarget }) => onChange({ team: currentTarget.checked ? 'true' : '' })}
          />
        )}
        {known.includes('from') && <ExportDays dataSet={dataSet} view={view} onChange={onChange} />}
        <div>
          <Text size="sm" fw={500} mb={4} id="export-format">
            <Trans>Format</Trans>
          </Text>
          <SegmentedControl
            aria-labelledby="export-format"
            value={format}
            onChange={(value) => onChange({ format: value })}
            data={[
              { value: 'csv', label: 'CSV' },
              { value: 'xlsx', label: 'XLSX' },
              { value: 'pdf', label: 'PDF' },
              { value: 'jsonl', label: 'JSONL' },
            ]}
          />
        </div>
      </Stack>
    </Paper>
  );
}

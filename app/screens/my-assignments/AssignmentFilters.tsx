import { Button, Collapse, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { shownFamilyName } from '#app/features/training/family-names.ts';
import { statusLooks } from '#app/features/training/StatusBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import {
  noFilters,
  sortKeys,
  statusChoices,
  type AssignmentFilterState,
} from '#app/screens/my-assignments/assignment-view.ts';
import classes from '#app/screens/my-assignments/MyAssignments.module.css';
import { SearchField } from '#app/ui/SearchField.tsx';

const sortLabels: Readonly<Record<(typeof sortKeys)[number], MessageDescriptor>> = {
  due: msg`Due date`,
  title: msg`Module`,
  status: msg`Status`,
  progress: msg`Progress`,
  assigned: msg`Assigned`,
  completed: msg`Completed`,
};

/** Search, status, category of SPEC §2.7 and order; the address keeps them (LRN-03). */
export function AssignmentFilters({
  view,
  sort,
  counts,
  phone,
  onChange,
  onSort,
}: {
  readonly view: AssignmentFilterState;
  readonly sort: string;
  readonly counts: ResponseOf<typeof ownAssignmentsContract.counts> | undefined;
  /** True if there are no column heads to click, and little space. */
  readonly phone: boolean;
  readonly onChange: (changes: Partial<AssignmentFilterState>) => void;
  readonly onSort: (sort: string) => void;
}) {
  const { t, i18n } = useLingui();
  const { number } = useFormat();
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${number(count)})`;
  const families = counts?.families ?? [];
  // A bookmark may name a family that no longer exists: it stays visible, so that it can be removed.
  const unknown = view.category !== '' && !families.some(({ code }) => code === view.category);
  const chosen = [view.status, view.category].filter((value) => value !== '').length;
  const chosenCount = number(chosen);
  const [opened, { toggle }] = useDisclosure(chosen > 0);
  const search = (
    <SearchField
      className={classes.search ?? ''}
      value={view.q}
      placeholder={t`Title or reference`}
      onSearch={(q) => onChange({ q })}
    />
  );
  const choices = (
    <>
      <Select
        label={t`Status`}
        data={[
          { value: '', label: t`All statuses` },
          ...statusChoices.map((status) => ({
            value: status,
            label: counted(i18n._(statusLooks[status].label), counts?.statuses[status]),
          })),
        ]}
        value={view.status}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status ?? '' })}
      />
      <Select
        label={t`Category`}
        data={[
          { value: '', label: t`All Categories` },
          ...families.map(({ code, name, count }) => ({
            value: code,
            label: counted(shownFamilyName(name), count),
          })),
          ...(unknown ? [{ value: view.category, label: view.category }] : []),
        ]}
        value={view.category}
        allowDeselect={false}
        onChange={(category) => onChange({ category: category ?? '' })}
      />
      {phone && (
        <Select
          label={t`Sort by`}
          data={sortKeys.map((key) => ({ value: key, label: i18n._(sortLabels[key]) }))}
          value={sort.replace(/^-/, '')}
          allowDeselect={false}
          onChange={(key) => onSort(key ?? 'due')}
        />
      )}
    </>
  );
  const clear = (chosen > 0 || view.q !== '' || view.group !== '') && (
    <Button className={classes.clear ?? ''} variant="subtle" onClick={() => onChange(noFilters)}>
      <Trans>Clear Filters</Trans>
    </Button>
  );
  if (!phone) {
    return (
      <div className={classes.filters}>
        {search}
        {choices}
        {clear}
      </div>
    );
  }
  // The trainings come first on a phone: the filters open below the search.
  return (
    <div className={classes.phoneFilters}>
      <div className={classes.phoneSearch}>
        {search}
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {chosen === 0 ? t`Filters` : t`Filters (${chosenCount})`}
        </Button>
      </div>
      <Collapse expanded={opened}>
        <div className={classes.filters}>{choices}</div>
      </Collapse>
      {clear}
    </div>
  );
}

import { Button, Select, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import { mailStates, type MailState } from '#shared/domain/notifications/outbox.ts';
import { stateLooks } from '#app/screens/outbox/mail-labels.ts';
import { useTemplateLabel } from '#app/screens/outbox/MailFacts.tsx';
import { noFilters, type OutboxFilterState } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';

/** The states with the number of emails in each. One state can be selected. */
export function StatePills({
  counts,
  value,
  onChange,
}: {
  readonly counts: Readonly<Record<MailState, number>>;
  readonly value: string;
  readonly onChange: (state: string) => void;
}) {
  const { t, i18n } = useLingui();
  const all = mailStates.reduce((sum, state) => sum + counts[state], 0);
  return (
    <FilterPills<string>
      label={t`State`}
      value={value}
      onChange={onChange}
      pills={[
        { value: '', label: t`All`, count: all, upTo: MAX_COUNTED },
        ...mailStates.map((state) => ({
          value: state,
          label: i18n._(stateLooks[state].label),
          count: counts[state],
          upTo: MAX_COUNTED,
          alarm: state === 'failed' || state === 'held',
        })),
      ]}
    />
  );
}

/** Search by address, kind and days of the outbox (NOT-02); the address keeps them. */
export function OutboxFilters({
  view,
  templates,
  onChange,
}: {
  readonly view: OutboxFilterState;
  readonly templates: readonly string[];
  readonly onChange: (changes: Partial<OutboxFilterState>) => void;
}) {
  const { t } = useLingui();
  const labelOf = useTemplateLabel();
  const { q, template, from, to } = view;
  const filtered = [q, template, from, to].some((value) => value !== '');
  const kinds = templates
    .map((name) => ({ value: name, label: labelOf(name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        value={q}
        placeholder={t`Address`}
        onSearch={(text) => onChange({ q: text })}
      />
      <Select
        label={t`Kind of email`}
        data={[{ value: '', label: t`All kinds` }, ...kinds]}
        value={kinds.some(({ value }) => value === template) ? template : ''}
        allowDeselect={false}
        onChange={(next) => onChange({ template: next ?? '' })}
      />
      <TextInput
        type="date"
        label={t`Queued from`}
        value={from}
        max={to || '9999-12-31'}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`Queued until`}
        value={to}
        min={from}
        max="9999-12-31"
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      {filtered && (
        <Button variant="subtle" onClick={() => onChange({ ...noFilters, state: view.state })}>
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </div>
  );
}

import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { auditTrailContract } from '#shared/contract/audit-trail.ts';
import { trailGroups } from '#shared/domain/audit/groups.ts';
import { trailGroupNames } from '#shared/trail/groups.ts';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import classes from '#app/features/trail/Trail.module.css';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { noFilters, type AuditView } from '#app/screens/audit/audit-view.ts';
import { SearchField } from '#app/ui/SearchField.tsx';

/** The filters of the trail (AUD-03): by whom, about whom, what kind, why and when. The address keeps all of them. */
export function AuditFilters({
  view,
  isFiltered,
  onChange,
}: {
  readonly view: AuditView;
  readonly isFiltered: boolean;
  readonly onChange: (changes: Partial<AuditView>) => void;
}) {
  const { t, i18n } = useLingui();
  const seesHr = useUser().role === 'admin';
  const groups = trailGroups
    .filter((group) => group !== 'hr' || seesHr)
    .map((value) => ({ value, label: i18n._(trailGroupNames[value].id) }));
  return (
    <div className={classes.filters}>
      <SearchField
        value={view.q}
        label={t`Reason`}
        placeholder={t`Any words`}
        onSearch={(q) => onChange({ q })}
      />
      <PersonFilter
        label={t`Acted by`}
        by="actor"
        value={view.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <PersonFilter
        label={t`About`}
        by="about"
        value={view.about}
        onChange={(about) => onChange({ about })}
      />
      <Select
        label={t`Kind of action`}
        data={[{ value: '', label: t`All kinds` }, ...groups]}
        value={groups.some(({ value }) => value === view.group) ? view.group : ''}
        allowDeselect={false}
        onChange={(group) => onChange({ group: group ?? '' })}
      />
      <TextInput
        type="date"
        label={t`From`}
        value={view.from}
        max={view.to || '9999-12-31'}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`Until`}
        value={view.to}
        min={view.from}
        max="9999-12-31"
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      <TextInput
        label={t`Event number`}
        inputMode="numeric"
        value={view.event}
        maxLength={15}
        onChange={({ currentTarget }) => onChange({ event: currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <Checkbox
        className={classes.check}
        label={t`Since the last review`}
        checked={view.since === 'review'}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.checked ? 'review' : '' })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </div>
  );
}

/** One person in reach. */
function PersonFilter({
  label,
  by,
  value,
  onChange,
}: {
  readonly label: string;
  readonly by: 'actor' | 'about';
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLingui();
  // The trail itself contains the name of the person in the address; a fetch of the person would be recorded as an event.
  const found = useQuery({
    ...queryFor(auditTrailContract.list, { query: { [by]: value, limit: 5 } }),
    enabled: /^[\w-]{1,64}$/.test(value),
  });
  const name = found.data?.rows
    .flatMap(({ actor, people }) => [...(actor ? [actor] : []), ...people])
    .find(({ id }) => id === value)?.name;
  return (
    <PersonSelect
      key={`${value} ${name ?? ''}`}
      among="everyone"
      label={label}
      placeholder={t`Anyone`}
      value={value === '' ? null : value}
      chosen={value === '' ? undefined : { id: value, name: name ?? t`The chosen person` }}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

import { Button, Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';
import { accountLabels } from '#app/features/people/AccountBadge.tsx';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { queryFor } from '#app/lib/client.ts';
import { noFilters, type UserFilterState } from '#app/screens/users/user-query.ts';
import classes from '#app/screens/users/Users.module.css';
import { SearchField } from '#app/ui/SearchField.tsx';

/** Search, role, organization and status (SPEC §2.9); the address keeps them. */
export function UserFilters({
  view,
  onChange,
}: {
  readonly view: UserFilterState;
  readonly onChange: (changes: Partial<UserFilterState>) => void;
}) {
  const { t, i18n } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const filtered = Object.entries(noFilters).some(
    ([key, none]) => view[key as keyof UserFilterState] !== none,
  );
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search ?? ''}
        value={view.q}
        placeholder={t`Name or email`}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        label={t`Role`}
        data={[
          { value: '', label: t`All roles` },
          ...roles.map((role) => ({ value: role, label: i18n._(roleLabels[role]) })),
        ]}
        value={view.role}
        allowDeselect={false}
        onChange={(role) => onChange({ role: role ?? '' })}
      />
      <Select
        label={t`Organization`}
        searchable
        data={[
          { value: '', label: t`All organizations` },
          ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={view.org}
        allowDeselect={false}
        onChange={(org) => onChange({ org: org ?? '' })}
        error={organizations.error ? t`The organizations could not be loaded.` : undefined}
      />
      <Select
        label={t`Status`}
        data={[
          { value: '', label: t`All statuses` },
          ...displayStatuses.map((status) => ({ value: status, label: i18n._(accountLabels[status]) })),
          { value: 'on', label: t`Account active` },
          { value: 'away', label: t`Away` },
          { value: 'onboarding', label: t`Onboarding not completed` },
        ]}
        value={view.status}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status ?? '' })}
      />
      {filtered && (
        <Button className={classes.clear} variant="subtle" onClick={() => onChange(noFilters)}>
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </div>
  );
}

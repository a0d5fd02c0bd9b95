import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { changedKeys } from '#app/lib/three-way.ts';
import { valuesOf, type OrganizationValues } from '#app/screens/organizations/organization-form.ts';
import type { OrganizationRow } from '#app/screens/organizations/organizations.ts';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';

/** Returns a function that lists another person's changes of an organization, field by field. */
export function useChanges(): (
  before: OrganizationRow,
  after: OrganizationRow,
  entered: OrganizationValues,
) => readonly StaleChange[] {
  const { t } = useLingui();
  const fields = {
    name: t`Organization name`,
    type: t`Organization type`,
    description: t`Description`,
    slug: t`Slug`,
    timeZone: t`Time zone`,
    titlePattern: t`Title pattern`,
    maxSessionTimeout: t`Longest session timeout (minutes)`,
    showOnLanding: t`Show its name on the landing page`,
    inviteNewAccounts: t`Email an invitation to new accounts`,
    returnDays: t`Days after return`,
    isActive: t`Active`,
  } as const satisfies Record<keyof OrganizationValues | 'isActive', string>;
  const shown = (value: string | number | boolean | null): ReactNode => {
    if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
    return value === null || value === '' ? <Trans>Not specified</Trans> : String(value);
  };
  return (before, after, entered) => {
    const mine: readonly string[] = changedKeys(valuesOf(before), entered);
    const own = (field: string) =>
      mine.includes(field) ? { mine: shown(entered[field as keyof OrganizationValues]) } : {};
    return (Object.keys(fields) as (keyof typeof fields)[])
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        label: fields[field],
        before: shown(before[field]),
        after: shown(after[field]),
        ...own(field),
      }));
  };
}

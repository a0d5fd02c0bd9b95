import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { changedKeys } from '#app/lib/three-way.ts';
import { valuesOf, type OrganizationValues } from '#app/screens/organizations/organization-form.ts';
import type { OrganizationRow } from '#app/screens/organizations/organizations.ts';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';

/** The labels of the fields of an organization. */
export type OrganizationLabels = Readonly<Record<keyof OrganizationValues | 'isActive', string>>;

/** Lists another person's changes of an organization, field by field. */
export function changesBetween(
  labels: OrganizationLabels,
  before: OrganizationRow,
  after: OrganizationRow,
  entered: OrganizationValues,
): readonly StaleChange[] {
  const mine: readonly string[] = changedKeys(valuesOf(before), entered);
  return (Object.keys(labels) as (keyof OrganizationLabels)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      label: labels[field],
      before: shown(before[field]),
      after: shown(after[field]),
      ...(mine.includes(field) ? { mine: shown(entered[field as keyof OrganizationValues]) } : {}),
    }));
}

function shown(value: string | number | boolean | null): ReactNode {
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  return value === null || value === '' ? <Trans>Not specified</Trans> : String(value);
}

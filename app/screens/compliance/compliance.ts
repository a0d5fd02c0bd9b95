import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { listedStates, type complianceContract } from '#shared/contract/compliance.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ShownRate } from '#shared/domain/compliance/tiers.ts';
import { compliancePeriods, type CompliancePeriod } from '#shared/domain/compliance/periods.ts';

/** The dashboard as the server returns it (SPEC §3). */
export type Metrics = ResponseOf<typeof complianceContract.metrics>;
/** An organization of the dashboard with its departments. */
export type OrganizationRow = Metrics['byOrganization'][number];
/** The columns that every row of figures has. */
export type Figures = OrganizationRow['departments'][number];
/** A person behind a figure. */
export type ListedPerson = ResponseOf<typeof complianceContract.people>[number];
/** The states by which people are listed. */
export type ListedState = (typeof listedStates)[number];

/** The id of the list of people on the page: the figures link to it. */
export const peopleId = 'people';

/** The address of the dashboard: its filters, and which people are listed below. */
export const viewDefaults = {
  organization: 'all',
  period: '30d',
  /** The figures are those at the end of this day (RPT-04); empty means now. */
  asOf: '',
  /** The id of the module by which the figures are filtered. */
  module: '',
  people: 'overdue',
  /** The organization whose people are listed: its id or `none`. The default is the organization of the dashboard. */
  of: '',
  department: '',
  role: '',
  page: '1',
} as const;

/** The state of the address. */
export type View = { readonly [Key in keyof typeof viewDefaults]: string };

/** The names of the periods in the select (SPEC §2.13). */
export const periodLabels: Readonly<Record<CompliancePeriod, MessageDescriptor>> = {
  '7d': msg`7 Days`,
  '30d': msg`30 Days`,
  '90d': msg`90 Days`,
  '1y': msg`1 Year`,
};

/** Returns the period of an address; the default for any other text. */
export function periodOf(text: string): CompliancePeriod {
  return compliancePeriods.find((period) => period === text) ?? viewDefaults.period;
}

/** Returns the state of people of an address; overdue for any other text. */
export function stateOf(text: string): ListedState {
  return listedStates.find((state) => state === text) ?? 'overdue';
}

/** Returns the compliance rate for a badge: none if nothing was due yet or nothing is assigned (CMP-03). */
export function shownRate({
  hasData,
  duePeople,
  complianceRate,
}: Pick<Figures, 'hasData' | 'duePeople' | 'complianceRate'>): ShownRate {
  if (!hasData) return null;
  return duePeople === 0 ? 'on_track' : complianceRate;
}

/** Returns the part of an address that lists some people; the dashboard above it stays unchanged. */
export function listOf(
  { organization, period, asOf, module }: Pick<View, 'organization' | 'period' | 'asOf' | 'module'>,
  wanted: Partial<Pick<View, 'people' | 'of' | 'department' | 'role'>>,
): Record<string, string> {
  const all = { organization, period, asOf, module, ...wanted };
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => viewDefaults[key as keyof View] !== value),
  );
}

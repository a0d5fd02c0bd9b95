import type { z } from 'zod';
import { organizationChange, organizationFields, organizationForm } from '#shared/contract/organizations.ts';
import { enteredFrom, type Entered } from '#app/lib/entered.ts';
import { validateBy } from '#app/lib/forms.ts';
import type { OrganizationRow } from '#app/screens/organizations/organizations.ts';

/** The values of the organization form (SPEC §5): the fields of the contract, with an empty text for none. */
export type OrganizationValues = Entered<z.output<typeof organizationFields>>;

/** A new organization: the defaults of the contract, and the type of SPEC §9. */
export const newOrganization: OrganizationValues = enteredFrom(organizationFields, {
  ...organizationForm.parse({ name: 'new', type: 'Medical Training' }),
  name: '',
  slug: '',
});

/** Fields of the part 'Advanced'. */
export const advancedFields: readonly string[] = [
  'slug',
  'timeZone',
  'titlePattern',
  'showOnLanding',
  'maxSessionTimeout',
  'inviteNewAccounts',
  'returnDays',
] satisfies readonly (keyof OrganizationValues)[];

/** Returns the form values of an organization. */
export const valuesOf = (organization: OrganizationRow): OrganizationValues =>
  enteredFrom(organizationFields, organization);

/** Returns the body of the call. An empty slug follows from the name. */
export function bodyOf({ slug, ...values }: OrganizationValues) {
  return {
    ...values,
    ...(slug === '' ? {} : { slug }),
    maxSessionTimeout: Number(values.maxSessionTimeout),
    returnDays: values.returnDays === '' ? Number.NaN : Number(values.returnDays),
  };
}

/** Returns the rules of the contract for the body that would be sent. */
export function refusals(values: OrganizationValues, editing: boolean): Record<string, string> {
  return validateBy(editing ? organizationChange : organizationForm)(bodyOf(values));
}

/** Newer names of zones that browsers still list under their former ones; all systems know both. */
const renamedZones = [
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'America/Argentina/Buenos_Aires',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
];

/** All time zones of this browser, UTC first. */
export const timeZones: readonly string[] = [
  ...new Set(['UTC', ...[...Intl.supportedValuesOf('timeZone'), ...renamedZones].toSorted()]),
];

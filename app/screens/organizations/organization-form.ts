import { organizationChange, organizationForm } from '#shared/contract/organizations.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';
import type { OrganizationRow } from '#app/screens/organizations/organizations.ts';

/** The fields of the organization form (SPEC §5); empty text stands for none. */
export interface OrganizationValues extends FormValues {
  name: string;
  type: string;
  description: string;
  slug: string;
  timeZone: string;
  titlePattern: string;
  showOnLanding: boolean;
  maxSessionTimeout: number | string;
  inviteNewAccounts: boolean;
}

/** What a new organization begins with (SPEC §9 default type). */
export const newOrganization: OrganizationValues = {
  name: '',
  type: 'Medical Training',
  description: '',
  slug: '',
  timeZone: 'UTC',
  titlePattern: '',
  showOnLanding: false,
  maxSessionTimeout: 480,
  inviteNewAccounts: true,
};

/** Fields of the part 'Advanced'. */
export const advancedFields: readonly (keyof OrganizationValues & string)[] = [
  'slug',
  'timeZone',
  'titlePattern',
  'showOnLanding',
  'maxSessionTimeout',
  'inviteNewAccounts',
];

/** An organization as the form shows it. */
export function valuesOf(organization: OrganizationRow): OrganizationValues {
  const { name, type, slug, timeZone, showOnLanding, maxSessionTimeout, inviteNewAccounts } = organization;
  return {
    name,
    type,
    slug,
    timeZone,
    showOnLanding,
    maxSessionTimeout,
    inviteNewAccounts,
    description: organization.description ?? '',
    titlePattern: organization.titlePattern ?? '',
  };
}

/** The body of the call: an empty slug follows from the name, an empty text is none. */
export function bodyOf(values: OrganizationValues) {
  const { name, type, timeZone, showOnLanding, inviteNewAccounts } = values;
  return {
    name,
    type,
    timeZone,
    showOnLanding,
    inviteNewAccounts,
    description: values.description || null,
    titlePattern: values.titlePattern || null,
    ...(values.slug === '' ? {} : { slug: values.slug }),
    maxSessionTimeout: Number(values.maxSessionTimeout),
  };
}

/** The rules of the contract on what would be sent. */
export function refusals(values: OrganizationValues, editing: boolean): Record<string, string> {
  return validateBy(editing ? organizationChange : organizationForm)(bodyOf(values));
}

/** Newer names of zones that browsers still list under their former ones; both are known everywhere. */
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

/** Every time zone that this browser knows, UTC first. */
export const timeZones: readonly string[] = [
  ...new Set(['UTC', ...[...Intl.supportedValuesOf('timeZone'), ...renamedZones].toSorted()]),
];

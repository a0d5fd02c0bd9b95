import { newRegistration, registrationChange } from '#shared/contract/hr-registrations.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';
import type { Registration } from '#app/screens/hr-dashboard/hr-dashboard.ts';

/** The fields of the form of a registration; empty text represents none. */
export interface RegistrationValues extends FormValues {
  organizationId: string;
  name: string;
  number: string;
  authority: string;
  country: string;
  address: string;
  contactName: string;
  contactEmail: string;
  contactPhone: string;
  validUntil: string;
}

/** Returns the form values of a registration; those of a new one are empty. */
export function valuesOf(registration: Registration | null, organizationId = ''): RegistrationValues {
  return {
    organizationId: registration ? String(registration.organizationId) : organizationId,
    name: registration?.name ?? '',
    number: registration?.number ?? '',
    authority: registration?.authority ?? '',
    country: registration?.country ?? '',
    address: registration?.address ?? '',
    contactName: registration?.contactName ?? '',
    contactEmail: registration?.contactEmail ?? '',
    contactPhone: registration?.contactPhone ?? '',
    validUntil: registration?.validUntil ?? '',
  };
}

/** Returns the body of the calls. */
export function bodyOf(values: RegistrationValues) {
  const { name, number, authority, country } = values;
  return {
    name,
    number,
    authority,
    country,
    address: values.address || null,
    contactName: values.contactName || null,
    contactEmail: values.contactEmail.trim() || null,
    contactPhone: values.contactPhone || null,
    validUntil: values.validUntil || null,
  };
}

/** Returns the rules of the contract for the body that would be sent. */
export function refusals(values: RegistrationValues, editing: boolean): Record<string, string> {
  const body = bodyOf(values);
  if (editing) return validateBy(registrationChange)(body);
  return validateBy(newRegistration)({ ...body, organizationId: Number(values.organizationId) });
}

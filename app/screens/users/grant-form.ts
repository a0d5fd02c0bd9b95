import { t } from '@lingui/core/macro';
import { grantForm } from '#shared/contract/people-schemas.ts';
import type { GrantKind } from '#shared/domain/access/permissions.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';

/** The fields of Give access (AUTH-14); an empty text represents none. */
export interface GrantValues extends FormValues {
  kind: GrantKind;
  organizationId: string;
  expiresOn: string;
  reason: string;
}

/** Returns the body of Give access. */
export function grantBody({ kind, organizationId, expiresOn, reason }: GrantValues) {
  return {
    kind,
    organizationId: Number(organizationId),
    expiresOn: expiresOn || null,
    ...(reason.trim() === '' ? {} : { reason }),
  };
}

/** Returns the errors in Give access, by field. */
export function grantRefusals(values: GrantValues): Record<string, string> {
  const refused = validateBy(grantForm)(grantBody(values));
  if (values.organizationId !== '') return refused;
  // HR access is for the person’s own organization (AUTH-14).
  const missing = values.kind === 'hr' ? t`This person has no organization.` : t`Choose an organization`;
  return { ...refused, organizationId: missing };
}

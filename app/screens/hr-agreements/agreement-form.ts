import { agreementForm } from '#shared/contract/hr-agreements.ts';
import type { AgreementKind } from '#shared/domain/hr/agreements.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { Agreement } from '#app/screens/hr-agreements/agreements.ts';

/** The fields of an agreement's form (HR-03); empty text represents none. */
export interface AgreementValues extends FormValues {
  organizationId: string;
  title: string;
  kind: AgreementKind;
  /** Whether the other party signs here with an account, or outside. */
  party: 'account' | 'outside';
  partyUserId: string;
  partyName: string;
  partyEmail: string;
  startsOn: string;
  endsOn: string;
  noticeDays: number | string;
}

/** Returns the initial values of a new agreement. */
export const newAgreement = (organizationId: number | undefined): AgreementValues => ({
  organizationId: organizationId === undefined ? '' : String(organizationId),
  title: '',
  kind: 'consulting',
  party: 'account',
  partyUserId: '',
  partyName: '',
  partyEmail: '',
  startsOn: '',
  endsOn: '',
  noticeDays: 30,
});

/** Returns the form values of an agreement. */
export function valuesOf(agreement: Agreement): AgreementValues {
  const { organizationId, title, kind, partyUserId, partyName, partyEmail, startsOn, endsOn, noticeDays } =
    agreement;
  const outside = partyUserId === null;
  return {
    organizationId: String(organizationId),
    title,
    kind,
    party: outside ? 'outside' : 'account',
    partyUserId: partyUserId ?? '',
    partyName: outside ? partyName : '',
    partyEmail: outside ? (partyEmail ?? '') : '',
    startsOn,
    endsOn: endsOn ?? '',
    noticeDays,
  };
}

/** Returns the terms as they are sent: of the party only the fields of the chosen way. */
export function termsOf(values: AgreementValues) {
  const { title, kind, party, startsOn, noticeDays } = values;
  const outside = party === 'outside';
  return {
    title,
    kind,
    partyUserId: outside ? null : values.partyUserId || null,
    partyName: outside ? values.partyName.trim() || null : null,
    partyEmail: outside ? values.partyEmail.trim() || null : null,
    startsOn,
    endsOn: values.endsOn || null,
    noticeDays: noticeDays === '' ? Number.NaN : Number(noticeDays),
  };
}

/** Returns the rules of the contract and of the terms, in the server's words, each at its field. */
export function refusals(values: AgreementValues): Record<string, string> {
  const { organizationId, party, partyUserId, partyName, startsOn, endsOn } = values;
  const dates = isRealDate(startsOn) && isRealDate(endsOn);
  const choose = reasonText('party_needed');
  return {
    ...validateBy(agreementForm)({ organizationId: Number(organizationId) || 1, ...termsOf(values) }),
    ...(organizationId === '' && { organizationId: reasonText('hr_organization_needed') }),
    ...(party === 'account' && partyUserId === '' && { partyUserId: choose }),
    ...(party === 'outside' && partyName.trim() === '' && { partyName: choose }),
    ...(dates && endsOn < startsOn && { endsOn: reasonText('end_before_start') }),
  };
}

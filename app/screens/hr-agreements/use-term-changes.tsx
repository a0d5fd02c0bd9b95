import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { agreementKindLabels } from '#app/features/hr/agreement-facts.tsx';
import { changedKeys } from '#app/lib/three-way.ts';
import { valuesOf, type AgreementValues } from '#app/screens/hr-agreements/agreement-form.ts';
import type { Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';

const fields = ['title', 'kind', 'partyName', 'partyEmail', 'startsOn', 'endsOn', 'noticeDays'] as const;
type Field = (typeof fields)[number];

/** The words for the terms of an agreement, in forms, notices and history. */
export function useTermLabels(): Readonly<Record<Field | 'party', string>> {
  const { t } = useLingui();
  return {
    title: t`Title`,
    kind: t`Kind`,
    party: t`Other party`,
    partyName: t`Other party`,
    partyEmail: t`Email`,
    startsOn: t({ message: 'Start', context: 'date' }),
    endsOn: t({ message: 'End', context: 'date' }),
    noticeDays: t`Notice (days)`,
  };
}

/** Returns a function that lists the terms changed by another person, with the entries in the same fields. */
export function useTermChanges(): (
  before: Agreement,
  after: Agreement,
  entered: AgreementValues,
) => readonly StaleChange[] {
  const { i18n } = useLingui();
  const labels = useTermLabels();
  const shown = (field: Field, value: string | number | null): ReactNode => {
    if (value === null || value === '') return <Trans>Not specified</Trans>;
    if (field === 'startsOn' || field === 'endsOn') return <CalendarDate value={String(value)} />;
    if (field === 'kind') return i18n._(agreementKindLabels[value as Agreement['kind']]);
    return String(value);
  };
  return (before, after, entered) => {
    const mine: readonly string[] = changedKeys(valuesOf(before), entered);
    return fields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        label: labels[field],
        before: shown(field, before[field]),
        after: shown(field, after[field]),
        ...(mine.includes(field) ? { mine: shown(field, entered[field]) } : {}),
      }));
  };
}

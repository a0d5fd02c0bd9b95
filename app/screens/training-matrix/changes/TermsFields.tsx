import { NumberInput, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useLingui } from '@lingui/react/macro';
import { entryTerms } from '#shared/contract/curricula-schemas.ts';
import { DEFAULT_RENEWAL_WINDOW } from '#shared/domain/assignments/renewal.ts';

/** The terms on which a matrix requires a module, as the values of a form (MTX-02). */
export interface Terms extends Record<string, unknown> {
  isRequired: boolean;
  daysToDue: number | string;
  renewalPeriod: number | string;
  renewalWindow: number | string;
}

/** Days until an assignment is due, by default (SPEC §9). */
export const defaultTerms: Terms = { isRequired: true, daysToDue: 30, renewalPeriod: '', renewalWindow: 30 };

const numberOf = (value: number | string): number => (value === '' ? Number.NaN : Number(value));

/** Returns the terms as the calls expect them; an empty period means none, and then the hidden window has its default. */
export function termsOf({ isRequired, daysToDue, renewalPeriod, renewalWindow }: Terms) {
  const days = numberOf(renewalWindow);
  const unseen = entryTerms.renewalWindow.safeParse(days).data ?? DEFAULT_RENEWAL_WINDOW;
  return {
    isRequired,
    daysToDue: numberOf(daysToDue),
    renewalPeriod: renewalPeriod === '' ? null : Number(renewalPeriod),
    renewalWindow: renewalPeriod === '' ? unseen : days,
  };
}

/** Required, days to due, renewal period and its window (MTX-02, MTX-08). */
export function TermsFields<Values extends Terms>({ form }: { readonly form: UseFormReturnType<Values> }) {
  const { t } = useLingui();
  return (
    <>
      <Switch
        label={t`Required`}
        description={t`An optional module is not assigned automatically.`}
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
        key={form.key('isRequired')}
      />
      <NumberInput
        label={t`Days to due`}
        description={t`Counted from the day of assignment`}
        min={0}
        max={3650}
        {...form.getInputProps('daysToDue')}
        key={form.key('daysToDue')}
      />
      <NumberInput
        label={t`Renewal period in months`}
        description={t`Leave empty for one-time training.`}
        min={1}
        max={120}
        {...form.getInputProps('renewalPeriod')}
        key={form.key('renewalPeriod')}
      />
      {form.values.renewalPeriod !== '' && (
        <NumberInput
          label={t`Days before expiry that renewal opens`}
          description={t`The last days of validity. Renewing during them does not shorten the next period.`}
          min={0}
          max={365}
          {...form.getInputProps('renewalWindow')}
          key={form.key('renewalWindow')}
        />
      )}
    </>
  );
}

import { NumberInput, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useLingui } from '@lingui/react/macro';

/** How a matrix demands a module, as it stands in a form (MTX-02). */
export interface Terms extends Record<string, unknown> {
  isRequired: boolean;
  daysToDue: number | string;
  renewalPeriod: number | string;
}

/** Days until an assignment is due, where nobody says otherwise (SPEC §9). */
export const defaultTerms: Terms = { isRequired: true, daysToDue: 30, renewalPeriod: '' };

/** The terms as the calls take them; empty days are those of SPEC §9, an empty period is none. */
export function termsOf({ isRequired, daysToDue, renewalPeriod }: Terms) {
  return {
    isRequired,
    daysToDue: daysToDue === '' ? 30 : Number(daysToDue),
    renewalPeriod: renewalPeriod === '' ? null : Number(renewalPeriod),
  };
}

/** Required, days to due, renewal period (MTX-02). */
export function TermsFields<Values extends Terms>({ form }: { readonly form: UseFormReturnType<Values> }) {
  const { t } = useLingui();
  return (
    <>
      <Switch
        label={t`Required`}
        description={t`An optional module is assigned to nobody by itself.`}
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
        key={form.key('isRequired')}
      />
      <NumberInput
        label={t`Days to due`}
        description={t`Counted from the day of assignment`}
        min={0}
        max={3650}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('daysToDue')}
        key={form.key('daysToDue')}
      />
      <NumberInput
        label={t`Renewal period in months`}
        description={t`Empty: it is done once.`}
        min={1}
        max={120}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('renewalPeriod')}
        key={form.key('renewalPeriod')}
      />
    </>
  );
}

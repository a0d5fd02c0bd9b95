import type { z } from 'zod';
import { shownChange } from '#shared/contract/curricula-schemas.ts';
import type { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { ApiError } from '#app/lib/api-error.ts';
import type { CallOptions, LooseOptions } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy, type FormValues } from '#app/lib/forms.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { useSeen } from '#app/screens/training-matrix/changes/use-seen.ts';

type Change = (typeof matrixChangesContract)['change' | 'changeEntry'];

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** The change of a form, and how it is sent. */
interface Terms<E extends Change, Row, Values> {
  readonly endpoint: E;
  readonly target: Pick<CallOptions<E>, 'params'>;
  /** The record as shown on the cards now. */
  readonly current: Row;
  readonly rules: z.ZodType;
  readonly valuesOf: (row: Row) => Values;
  readonly bodyOf: (values: Values) => object;
  readonly success: ToastRow;
  readonly onDone: () => void;
}

/**
 * A form that changes a matrix in two steps (MTX-06): it shows the preview, then sends the change with the hash of that preview.
 * A change that affects nobody is saved at once.
 */
export function useChange<
  E extends Change,
  Row extends { readonly revision: number },
  Values extends FormValues,
>({ endpoint, target, current, rules, valuesOf, bodyOf, success, onDone }: Terms<E, Row, Values>) {
  const { seen, newer, takeNewer, whenStale } = useSeen(current);
  const effects = useNewerEffect(shownChange);
  const options = (values: Values, more: object) => {
    const input: LooseOptions = {
      ...target,
      ifMatch: `"${String(seen.revision)}"`,
      body: { ...bodyOf(values), ...more },
    };
    return input as CallOptions<E>;
  };
  const refused = (error: ApiError): boolean => whenStale(error) || showErrors(error);
  const save = useCommand(endpoint, {
    success,
    onSuccess: onDone,
    onError: (error) => effects.whenChanged(error) || refused(error),
  });
  const preview = useCommand(endpoint, {
    onSuccess: ({ effect, effectHash }) => {
      // A change that affects nobody needs no confirmation.
      if (effect.peopleCount === 0) save.mutate(options(form.values, { effectHash }));
    },
    onError: refused,
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: valuesOf(current),
    rules: (values) => validateBy(rules)(bodyOf(values) as FormValues),
    send: (values) => preview.mutate(options(values, { preview: true })),
  });
  const back = (): void => {
    effects.clear();
    preview.reset();
    save.reset();
  };
  const gone = isNotFound(save.error) || isNotFound(preview.error);
  const found = gone ? undefined : (effects.newer ?? preview.data);
  return {
    form,
    submit,
    seen,
    newer,
    /** Continues from the newer record: with its values, or with those of the form. */
    goOn: (take: boolean): void => {
      if (newer && take) form.setValues(valuesOf(newer));
      takeNewer();
      back();
    },
    busy: preview.isPending || save.isPending,
    /** The effect that must be confirmed. */
    shown: found && (effects.newer !== null || found.effect.peopleCount > 0) ? found : null,
    changed: effects.newer !== null,
    /** Another person has removed the record being changed. */
    gone,
    confirm: (effectHash: string) => save.mutate(options(form.values, { effectHash })),
    back,
    errorOfSave: effects.errorBeside(save.error),
    errorOfForm: newer ? null : errorOutsideFields(save.error ?? preview.error, form.values),
  };
}

import { useForm, type UseFormReturnType } from '@mantine/form';
import { useCallback, useId } from 'react';
import type { z } from 'zod';
import { reasonInSchema } from '#shared/reasons/in-schema.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { reasonInWords, type GivenReason } from '#app/lib/reasons.ts';

/** Values of a form: flat or nested records, as in @mantine/form. */
export type FormValues = Record<string, unknown>;

/** An error of a field, found by the server or by a rule that the page shares with it. */
export type FieldReason = GivenReason & { readonly path: string };

/** Field errors by path, in the person's language; the first message of a field counts. */
export function errorsByField(errors: readonly FieldReason[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const error of errors) byField[error.path] ??= reasonInWords(error);
  return byField;
}

/** Returns a validator of @mantine/form for a schema of the contract: the same rules and words as the server's (SPEC §5). */
export function validateBy<Values extends FormValues>(schema: z.ZodType) {
  return (values: Values): Record<string, string> => {
    const result = schema.safeParse(values);
    if (result.success) return {};
    return errorsByField(
      result.error.issues.map((issue) => ({
        path: issue.path.map(String).join('.'),
        ...reasonInSchema(issue.message),
      })),
    );
  };
}

/** A refusal that is shown at fields of the form needs no second place; any other error does. */
export function errorOutsideFields(error: unknown, values: FormValues): unknown {
  const atFields = error instanceof ApiError ? error.errors : [];
  return atFields.length > 0 && atFields.every(({ path }) => path in values) ? null : error;
}

/** The additions of {@link useAppForm} to a Mantine form. */
export interface AppForm<Values extends FormValues> {
  readonly form: UseFormReturnType<Values>;
  /** `onSubmit` of the form element: validates, focuses the first wrong field, otherwise calls `send`. */
  readonly submit: (event?: React.SyntheticEvent<HTMLFormElement>) => void;
  /**
   * Shows the field errors of a refused call at their fields and focuses the first. Returns true when every error has a
   * field, so that no toast is needed (CommandOptions.onError).
   */
  readonly showErrors: (error: ApiError) => boolean;
}

/**
 * Returns a form with the rules of the contract (DESIGN rule 1): errors by field in the words of SPEC §5, focus on the
 * first, errors of the server at the same places. `fields` names the fields on the form.
 */
export function useAppForm<Values extends FormValues>(options: {
  readonly initialValues: Values;
  /** A schema, or a function for rules that no schema has (passwords that match). */
  readonly rules: z.ZodType | ((values: Values) => Readonly<Record<string, string | undefined>>);
  readonly send: (values: Values) => void;
}): AppForm<Values> {
  const { initialValues, rules, send } = options;
  // Without a unique name, a form would find the fields of another form that is open behind it.
  const name = useId().replaceAll(/\W|_/g, '-');
  const form = useForm<Values>({
    name,
    initialValues,
    validate: (values) => (typeof rules === 'function' ? rules(values) : validateBy<Values>(rules)(values)),
    validateInputOnChange: false,
    clearInputErrorOnChange: true,
    // A Mantine password field does not mark itself as invalid.
    enhanceGetInputProps: ({ inputProps }) => (inputProps.error ? { 'aria-invalid': true } : {}),
  });
  const { getInputNode, setErrors } = form;
  const focusFirst = useCallback(
    (errors: Record<string, unknown>) => {
      const wrong = Object.keys(errors).flatMap((path) => getInputNode(path) ?? []);
      // First in reading order, regardless of the order in the schema.
      const [first] = wrong.toSorted((one, other) =>
        one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );
      first?.focus();
    },
    [getInputNode],
  );
  const submit = form.onSubmit((values) => send(values), focusFirst);
  const showErrors = useCallback(
    (error: ApiError): boolean => {
      const byField = errorsByField(error.errors);
      const here = Object.entries(byField).filter(([path]) => getInputNode(path) !== null);
      if (here.length === 0) return false;
      setErrors(Object.fromEntries(here));
      focusFirst(Object.fromEntries(here));
      return here.length === Object.keys(byField).length;
    },
    [focusFirst, getInputNode, setErrors],
  );
  return { form, submit, showErrors };
}

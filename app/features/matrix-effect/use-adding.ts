import { useState } from 'react';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import { shownChange } from '#shared/contract/curricula-schemas.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import type { CallOptions, LooseOptions } from '#app/lib/client.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

type Adding = (typeof curriculaContract)['addModule' | 'createFromTemplate' | 'assignModules'];

/** The call, and its success and failure messages. */
interface Options<E extends Adding> {
  readonly endpoint: E;
  readonly failure: ToastRow;
  readonly success?: (answer: ResponseOf<E>) => ToastRow;
  readonly successValues?: (answer: ResponseOf<E>) => Record<string, string | number>;
  readonly onDone: (answer: ResponseOf<E>) => void;
  /** Shows a refusal at the fields of the form. */
  readonly showErrors: (error: ApiError) => boolean;
}

/**
 * Adds modules to a matrix in two steps (MTX-04, MTX-06). The first shows who needs the modules. The second carries out the shown
 * effect, which it names by its hash. People get the modules now or later.
 */
export function useAdding<E extends Adding>(options: Options<E>) {
  const { endpoint, failure, success, successValues, onDone, showErrors } = options;
  const [assignNow, setAssignNow] = useState(true);
  const effects = useNewerEffect(shownChange);
  const preview = useCommand(endpoint, { failure, onError: showErrors });
  const add = useCommand(endpoint, {
    failure,
    ...(success ? { success } : {}),
    ...(successValues ? { successValues } : {}),
    onSuccess: onDone,
    onError: effects.whenChanged,
  });
  const send = (body: object, more: object): CallOptions<E> => {
    const input: LooseOptions = { body: { ...body, ...more } };
    return input as CallOptions<E>;
  };
  const found = effects.newer ?? preview.data;
  const effect = found?.effect ?? null;
  const now = assignNow && effect !== null && effect.peopleCount > 0;
  return {
    show: (body: object) => preview.mutate(send(body, { preview: true })),
    showing: preview.isPending,
    errorOfShow: preview.error,
    answer: preview.data,
    /** For {@link AddingDialog}, once it is known who needs the modules. */
    step: effect && {
      effect,
      changed: effects.newer !== null,
      now,
      onChoose: setAssignNow,
      busy: add.isPending,
      error: effects.errorBeside(add.error),
      onConfirm: (body: object) => add.mutate(send(body, { assignNow: now, effectHash: found?.effectHash })),
      onBack: () => {
        effects.clear();
        add.reset();
        preview.reset();
      },
    },
  };
}

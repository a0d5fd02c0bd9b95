import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '#app/lib/api-error.ts';

/** The effect that a refusal as EFFECT_CHANGED brings along in the place of the shown one; null of any other refusal (MTX-06). */
export function newerEffectOf<Shown>(schema: z.ZodType<Shown>, error: unknown): Shown | null {
  if (!(error instanceof ApiError) || error.code !== 'EFFECT_CHANGED') return null;
  return schema.safeParse(error.problem).data ?? null;
}

/** Of a dialog that shows an effect: the newer one after a refusal, so that it is shown without another request (MTX-06). */
export function useNewerEffect<Shown>(schema: z.ZodType<Shown>) {
  const [newer, setNewer] = useState<Shown | null>(null);
  return {
    newer,
    clear: () => setNewer(null),
    /** For `onError` of a command: true where the newer effect is shown now. */
    whenChanged: (error: ApiError): boolean => {
      const found = newerEffectOf(schema, error);
      if (found !== null) setNewer(found);
      return found !== null;
    },
    /** The error that is still to be shown: a changed effect says it itself. */
    errorBeside: (error: unknown): unknown => (newerEffectOf(schema, error) === null ? error : null),
  };
}

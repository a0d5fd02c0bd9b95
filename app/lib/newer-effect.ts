import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '#app/lib/api-error.ts';

/** Returns the newer effect in a refusal with EFFECT_CHANGED, which replaces the shown one; null for any other refusal (MTX-06). */
export function newerEffectOf<Shown>(schema: z.ZodType<Shown>, error: unknown): Shown | null {
  if (!(error instanceof ApiError) || error.code !== 'EFFECT_CHANGED') return null;
  return schema.safeParse(error.problem).data ?? null;
}

/** For a dialog that shows an effect: the newer one after a refusal, so that it is shown without another request (MTX-06). */
export function useNewerEffect<Shown>(schema: z.ZodType<Shown>) {
  const [newer, setNewer] = useState<Shown | null>(null);
  return {
    newer,
    clear: () => setNewer(null),
    /** For `onError` of a command: returns true if the newer effect is shown now. */
    whenChanged: (error: ApiError): boolean => {
      const found = newerEffectOf(schema, error);
      if (found !== null) setNewer(found);
      return found !== null;
    },
    /** The error that must still be shown: a changed effect is visible itself. */
    errorBeside: (error: unknown): unknown => (newerEffectOf(schema, error) === null ? error : null),
  };
}

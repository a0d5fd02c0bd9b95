import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** Reads the search part of an address as plain texts: `?q=a&status=overdue` (UI.md: filters live in the URL). */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes the search back into a text; undefined and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    parameters.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Filters, sort and page of a screen, stored in the address so that a view can be bookmarked and sent. A value that equals
 * its default is left out of the address. Changes replace the entry in the history unless `push` is set.
 */
export function useUrlState<const Defaults extends Readonly<Record<string, string>>>(
  defaults: Defaults,
): readonly [
  state: { readonly [Key in keyof Defaults]: string },
  patch: (changes: Partial<Record<keyof Defaults, string>>, options?: { readonly push?: boolean }) => void,
] {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const signature = JSON.stringify(defaults);
  const stable = useMemo(() => JSON.parse(signature) as Defaults, [signature]);
  const state = useMemo(() => ({ ...stable, ...pick(search, Object.keys(stable)) }), [search, stable]);
  const patch = useCallback(
    (changes: Partial<Record<keyof Defaults, string>>, options?: { readonly push?: boolean }) => {
      void navigate({
        to: '.',
        replace: options?.push !== true,
        search: (before: Record<string, string | undefined>) => {
          const next: Record<string, string | undefined> = { ...before, ...changes };
          for (const [key, value] of Object.entries(stable)) if (next[key] === value) next[key] = undefined;
          return next;
        },
      });
    },
    [navigate, stable],
  );
  return [state, patch];
}

function pick(
  source: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = source[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

import { useMatches } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** The screen of the current address; undefined only while the first address is resolved. */
export function useScreen(): Screen | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
}

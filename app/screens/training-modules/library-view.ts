import type { QueryInput } from '#shared/contract/endpoint.ts';
import { tableSorts, type moduleLibraryContract } from '#shared/contract/module-library.ts';

/** The state of the page in the address, with its defaults (UI.md: filters live in the URL). */
export const viewDefaults = {
  q: '',
  category: '',
  family: '',
  content: 'all',
  matrix: 'all',
  retired: '',
  view: 'list',
  /** The sort of the table. */
  sort: 'title',
  page: '1',
} as const;

/** The state of the page as written in the address. */
export type LibraryView = Readonly<Record<keyof typeof viewDefaults, string>>;
/** Changes of the state. */
export type ViewChanges = Partial<Record<keyof typeof viewDefaults, string>>;
/** A filter that can be removed separately. */
export type FilterName = 'q' | 'category' | 'family' | 'content' | 'matrix';

const filterNames = ['q', 'category', 'family', 'content', 'matrix'] as const;

/** Returns the active filters of the list, in the order of the counters. */
export function activeFilters(view: LibraryView): readonly FilterName[] {
  return filterNames.filter((name) => {
    const value = knownValue(name, view[name]);
    return value !== viewDefaults[name];
  });
}

/** Returns the value of a filter; an unknown value in the address counts as not set. */
function knownValue(name: FilterName, value: string): string {
  if (name === 'content') return value === 'files' || value === 'empty' ? value : 'all';
  if (name === 'matrix') return /^(?:any|none|[1-9]\d{0,8})$/.test(value) ? value : 'all';
  return value.trim().slice(0, name === 'family' ? 50 : 200);
}

/** Returns the filters as the calls expect them. */
export function filtersOf(view: LibraryView): QueryInput<typeof moduleLibraryContract.counts> {
  const active = activeFilters(view);
  return {
    ...Object.fromEntries(active.map((name) => [name, knownValue(name, view[name])])),
    ...(view.retired === 'show' ? {} : { retired: 'false' }),
  };
}

/** The change that clears all filters. */
export const noFilters: ViewChanges = { q: '', category: '', family: '', content: 'all', matrix: 'all' };

/** Returns the number of the page that the address requests, from 1. */
export function pageOf(view: LibraryView): number {
  return Math.min(1000, Math.max(1, Number.parseInt(view.page, 10) || 1));
}

/** Returns the sort of the table; an unknown sort in the address counts as the default. */
export function sortOf({ sort }: Pick<LibraryView, 'sort'>): string {
  return tableSorts.some((known) => known === sort.replace(/^-/, '')) ? sort : viewDefaults.sort;
}

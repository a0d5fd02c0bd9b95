import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { queryFor } from '#app/lib/client.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { screens } from '#app/router.tsx';
import type { MenuOrganization } from '#app/shell/menu.ts';
import { actionsOf } from './actions.ts';
import { answers, placesOf } from './places.ts';

/** The time that the palette waits for the next letter before it calls the server, in milliseconds. */
const pause = 200;

/** The number of people, modules and matrices offered; their lists have the others. */
const offered = 6;

/**
 * The results of the palette for the typed text (SHELL-08): screens and actions at once, and people, modules and matrices
 * within reach from the server.
 */
export function useFound(
  user: SessionUser,
  organizations: readonly MenuOrganization[],
  typed: string,
  opened: boolean,
) {
  const { i18n } = useLingui();
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, pause);
  const asks = opened && wanted !== '' && search !== '';
  const people = useQuery({
    ...queryFor(peopleContract.list, { query: { q: search, limit: offered, sort: 'name' } }),
    enabled: asks && user.permissions.includes('people.list'),
    placeholderData: keepPreviousData,
  });
  const modules = useQuery({
    ...queryFor(modulesContract.list, { query: { q: search, limit: offered, sort: 'title' } }),
    enabled: asks && user.permissions.includes('modules.list'),
    placeholderData: keepPreviousData,
  });
  const matrices = useQuery({
    ...queryFor(curriculaContract.matrices, { query: { q: search, limit: offered, sort: 'name' } }),
    // The screen of matrices is for people who manage them.
    enabled: asks && user.permissions.includes('matrices.manage'),
    placeholderData: keepPreviousData,
  });
  const actions = actionsOf(user.permissions).map(({ to, label, words }) => ({
    to,
    label: i18n._(label),
    words: i18n._(words),
  }));
  const places = placesOf(screens, user.permissions, organizations).map((place) => ({
    ...place,
    title: typeof place.title === 'string' ? place.title : i18n._(place.title),
  }));
  const failed = [people, modules, matrices].filter(({ isError }) => isError);
  return {
    places: places.filter(({ title }) => answers(title, wanted)),
    actions: actions.filter(({ label, words }) => answers(`${label} ${words}`, wanted)),
    people: asks ? (people.data ?? []) : [],
    modules: asks ? (modules.data ?? []) : [],
    matrices: asks ? (matrices.data ?? []) : [],
    busy: wanted !== search || people.isFetching || modules.isFetching || matrices.isFetching,
    /** Repeats the failed requests; null if none failed. */
    retry: asks && failed.length > 0 ? () => void Promise.all(failed.map(({ refetch }) => refetch())) : null,
  };
}

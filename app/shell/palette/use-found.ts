import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { modulesContract } from '#shared/contract/modules.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { queryFor } from '#app/lib/client.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { screens } from '#app/router.tsx';
import type { MenuOrganization } from '#app/shell/menu.ts';
import { answers, placesOf } from './places.ts';

/** How long the palette waits for the next letter before it asks the server, in milliseconds. */
const pause = 200;

/** So many people and modules are offered; who looks for more goes to their list. */
const offered = 6;

/** What the palette offers for what was typed (SHELL-08): screens at once, people and modules within reach by the server. */
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
  const places = placesOf(screens, user.permissions, organizations).map((place) => ({
    ...place,
    title: typeof place.title === 'string' ? place.title : i18n._(place.title),
  }));
  const failed = [people, modules].filter(({ isError }) => isError);
  return {
    places: places.filter(({ title }) => answers(title, wanted)),
    people: asks ? (people.data ?? []) : [],
    modules: asks ? (modules.data ?? []) : [],
    busy: wanted !== search || people.isFetching || modules.isFetching,
    /** Asks again what did not come; null when all came. */
    retry: asks && failed.length > 0 ? () => void Promise.all(failed.map(({ refetch }) => refetch())) : null,
  };
}

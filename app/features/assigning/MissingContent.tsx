import { Alert, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { queryFor } from '#app/lib/client.ts';

/** The modules about to be assigned: some modules, or those of a matrix. */
export type ChosenModules = { readonly moduleIds: readonly number[] } | { readonly matrixId: number };

/** Shows how many of the modules about to be assigned cannot be started, before they are assigned (MTX-04, MTX-05). */
export function MissingContent(chosen: ChosenModules) {
  const query =
    'matrixId' in chosen
      ? { matrixId: String(chosen.matrixId) }
      : { ids: chosen.moduleIds.slice(0, 1000).join(',') };
  const check = useQuery({
    ...queryFor(moduleLibraryContract.contentCheck, { query }),
    enabled: 'matrixId' in chosen || chosen.moduleIds.length > 0,
    // Content may have been loaded since the dialog was last open.
    staleTime: 0,
  });
  if (!check.data || check.data.empty === 0) return null;
  return <MissingContentNote {...check.data} />;
}

/** The warning itself, for callers that know which modules have no content. */
export function MissingContentNote({
  modules,
  empty,
  titles,
}: {
  readonly modules: number;
  readonly empty: number;
  readonly titles: readonly string[];
}) {
  const others = empty - titles.length;
  return (
    <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm" fw={550}>
        {modules === 1 ? (
          <Trans>This module has no content: people cannot start it.</Trans>
        ) : (
          <Plural
            value={empty}
            one={`# of ${modules} modules has no content: people cannot start it.`}
            other={`# of ${modules} modules have no content: people cannot start them.`}
          />
        )}
      </Text>
      {modules > 1 && (
        <Text size="sm" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
          {titles.join(', ')}
          {others > 0 && (
            <>
              {' '}
              <Plural value={others} one="and # other" other="and # others" />
            </>
          )}
        </Text>
      )}
    </Alert>
  );
}

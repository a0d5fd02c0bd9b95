import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { peopleContract } from '#shared/contract/people.ts';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { explain } from '#app/lib/reasons.ts';
import type { PlaceQuery } from '#app/screens/users/user-form.ts';
import { hasEffect, TrainingEffect } from '#app/screens/users/TrainingEffect.tsx';

/** The pause after which typing counts as finished, in milliseconds. */
const pause = 300;

/**
 * The trainings that a place assigns and withdraws, computed while it is chosen (MTX-06 'shows its effect first'); null
 * sends no request. `hash` is sent with the command, which refuses if the effect has changed.
 */
export function usePlannedEffect(place: PlaceQuery | null) {
  const wanted = JSON.stringify(place);
  const [asked] = useDebouncedValue(wanted, pause);
  const query = useQuery({
    ...queryFor(peopleContract.trainingEffect, { query: (JSON.parse(asked) as PlaceQuery | null) ?? {} }),
    enabled: asked !== 'null',
    // Matrices may change while this form is open: an earlier result is no longer valid.
    staleTime: 0,
    gcTime: 0,
  });
  const settled = asked === wanted && place !== null;
  return {
    query,
    wanted: place !== null,
    pending: place !== null && (!settled || query.isFetching),
    hash: settled && query.data && !query.isFetching ? query.data.effectHash : undefined,
  };
}

/** The line of the effect in the form, before anything is saved. */
export function PlannedEffect({ planned }: { readonly planned: ReturnType<typeof usePlannedEffect> }) {
  const { query, wanted, pending } = planned;
  if (!wanted) return null;
  if (pending) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          <Trans>Calculating what this assigns...</Trans>
        </Text>
      </Group>
    );
  }
  if (query.error) {
    return (
      <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
        <Text size="sm">
          {query.error instanceof ApiError ? (
            explain(query.error)
          ) : (
            <Trans>Something went wrong on this page.</Trans>
          )}
        </Text>
        <Button mt="xs" size="compact-sm" variant="light" onClick={() => void query.refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </Alert>
    );
  }
  if (!query.data) return null;
  if (!hasEffect(query.data)) {
    return (
      <Text size="sm" c="dimmed" role="status">
        <Trans>Saving does not assign or withdraw any training.</Trans>
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <div role="status">
        <Text size="sm" fw={600} mb={6}>
          <Trans>When you save:</Trans>
        </Text>
        <TrainingEffect effect={query.data} />
      </div>
      <MissingContent moduleIds={query.data.assigned.map(({ moduleId }) => moduleId)} />
    </Stack>
  );
}

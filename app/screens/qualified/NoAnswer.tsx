import { Paper } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';

/** Shows the server's reason why a question has no answer; undefined for an error that is not one. */
export function noAnswerTo(error: unknown): ReactNode {
  const isRefusal =
    error instanceof ApiError && !isUnauthorized(error) && (error.status === 404 || error.status === 422);
  return isRefusal ? <NoAnswer error={error} /> : undefined;
}

function NoAnswer({ error }: { readonly error: ApiError }) {
  return (
    <Paper withBorder role="alert">
      <EmptyState icon={IconCalendarX} title={<Trans>No answer</Trans>} hint={explain(error)} />
    </Paper>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** Loads the next page of a list that goes back in time, if there is one, and shows its progress. */
export function OlderButton({
  list,
  children,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly children: ReactNode;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}

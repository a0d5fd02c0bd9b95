import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#app/ui/States.module.css';

/** A skeleton with the loading text of SPEC §2, which is announced to screen readers (SHELL-07). */
export function Loading({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <output className={classes.loading}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </output>
  );
}

function times(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Skeletons of cards in a grid. */
export function CardSkeletons({
  label,
  count = 4,
  height = 96,
}: {
  readonly label: ReactNode;
  readonly count?: number;
  readonly height?: number;
}) {
  return (
    <Loading label={label}>
      <div className={classes.cards}>
        {times(count).map((index) => (
          <Skeleton key={index} height={height} radius="md" />
        ))}
      </div>
    </Loading>
  );
}

/** Skeletons of rows under each other. */
export function LineSkeletons({
  label,
  count = 6,
  height = 44,
}: {
  readonly label: ReactNode;
  readonly count?: number;
  readonly height?: number;
}) {
  return (
    <Loading label={label}>
      <div className={classes.lines}>
        {times(count).map((index) => (
          <Skeleton key={index} height={height} radius="md" />
        ))}
      </div>
    </Loading>
  );
}

/** Skeleton of a whole page: heading, cards, rows; shown while the code of a screen loads. */
export function PageSkeleton({ label }: { readonly label: ReactNode }) {
  return (
    <Loading label={label}>
      <div className={classes.lines}>
        <Skeleton height={30} width={260} maw="70%" />
        <Skeleton height={16} width={380} maw="90%" mb={12} />
        <div className={classes.cards}>
          {times(4).map((index) => (
            <Skeleton key={index} height={96} radius="md" />
          ))}
        </div>
        <Skeleton height={280} radius="md" mt={12} />
      </div>
    </Loading>
  );
}

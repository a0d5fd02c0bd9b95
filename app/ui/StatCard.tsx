import { Paper, Skeleton, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useId, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import type { Tone } from '#app/theme/tokens.ts';
import { TextLink } from '#app/ui/links.tsx';
import classes from '#app/ui/StatCard.module.css';

/** A figure with its name; if `to` is given, the figure is a link, named by both, to the list behind it (UI.md 'Frame'). */
export function StatCard({
  label,
  value,
  hint,
  to,
  search,
  hash,
  tone = 'teal',
  icon: TheIcon,
  loading = false,
  around,
  children,
}: {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The part of that page with the list. */
  readonly hash?: string;
  readonly tone?: Tone;
  readonly icon?: Icon;
  readonly loading?: boolean;
  /** Wraps the figure's link: a hover list. */
  readonly around?: (link: ReactElement<{ 'aria-describedby'?: string | undefined }>) => ReactElement;
  /** An element next to the figure: a ring, for instance. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  const link = (
    <TextLink
      id={id}
      aria-labelledby={`${id}-label ${id}`}
      to={to ?? '.'}
      search={search ?? {}}
      hash={hash ?? ''}
      className={classes.value}
      underline="never"
    >
      {value}
    </TextLink>
  );
  return (
    <Paper withBorder className={classes.card} data-link={to !== undefined || undefined}>
      <div className={classes.words}>
        <Text id={`${id}-label`} size="sm" c="dimmed" fw={500}>
          {label}
        </Text>
        {loading ? (
          <Skeleton height={30} width={72} my={4} />
        ) : to === undefined ? (
          <span className={classes.value}>{value}</span>
        ) : (
          (around?.(link) ?? link)
        )}
      </div>
      {children && <div className={classes.beside}>{children}</div>}
      {!children && TheIcon && (
        <span
          className={classes.icon}
          style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
        >
          <TheIcon size={20} stroke={1.8} aria-hidden />
        </span>
      )}
      {hint && (
        <Text
          size="sm"
          c="dimmed"
          component="div"
          className={classes.hint}
          data-wide={!children || undefined}
        >
          {hint}
        </Text>
      )}
    </Paper>
  );
}

/** Cards in a grid, as many per row as fit; with `fill` they are few and take the whole row. */
export function CardGrid({
  children,
  min = 220,
  fill = false,
}: {
  readonly children: ReactNode;
  readonly min?: number;
  readonly fill?: boolean;
}) {
  return (
    <div
      className={classes.grid}
      data-fill={fill || undefined}
      style={{ '--card-min': `${min}px` } as CSSProperties}
    >
      {children}
    </div>
  );
}

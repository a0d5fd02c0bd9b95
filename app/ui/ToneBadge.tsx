import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '#app/theme/tokens.ts';
import classes from '#app/ui/ToneBadge.module.css';

/**
 * A label with a tone. Text always goes with the tone, and usually an icon, because color alone must not carry meaning (UI.md).
 */
export function ToneBadge({
  tone,
  icon: TheIcon,
  children,
  size = 'md',
  title,
  wrap = false,
}: {
  readonly tone: Tone;
  readonly icon?: Icon;
  readonly children: ReactNode;
  readonly size?: 'sm' | 'md';
  readonly title?: string;
  /** A name of any length wraps to the next line and is not cut off. */
  readonly wrap?: boolean;
}) {
  return (
    <span
      className={classes.badge}
      data-size={size}
      data-wrap={wrap || undefined}
      title={title}
      style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
    >
      {TheIcon && <TheIcon size={size === 'sm' ? 12 : 14} stroke={2.2} aria-hidden />}
      <span>{children}</span>
    </span>
  );
}

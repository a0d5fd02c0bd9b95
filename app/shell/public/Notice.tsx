import { Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from '#app/shell/public/Notice.module.css';
import type { Tone } from '#app/theme/tokens.ts';

/** The situation, the reason, and the one thing to do next. Its heading takes the focus when it replaces another. */
export function Notice({
  icon: TheIcon,
  tone,
  title,
  children,
  action,
}: {
  readonly icon: Icon;
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The clicked button no longer exists: without this the focus would fall back to the top, and the text would not be read out.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={classes.notice}>
      <span
        className={classes.icon}
        style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
      >
        <TheIcon size={30} stroke={1.7} aria-hidden />
      </span>
      <Title order={1} className={classes.title} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <div className={classes.words}>{children}</div>
      <div className={classes.action}>{action}</div>
    </section>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from '#app/screens/training-module/Viewer.module.css';

/**
 * The interval at which the reading position in the text is checked, in milliseconds; a section counts when it stays in view
 * for this long.
 */
const refreshInterval = 1000;

/** Text to read (VIEW-01); reports the share that was in view, and opens where the reading stopped. */
export function TextPart({
  text,
  title,
  startShare,
  onShare,
}: {
  readonly text: string;
  readonly title: string;
  /** The share that was read before, 0 to 1. */
  readonly startShare: number;
  readonly onShare: (share: number) => void;
}) {
  const { t } = useLingui();
  const place = useRef<HTMLElement>(null);
  const start = useRef(startShare);
  useLayoutEffect(() => {
    const element = place.current;
    // A text that was read to its end opens at the start.
    if (!element || start.current >= 1) return;
    element.scrollTop = start.current * element.scrollHeight - element.clientHeight;
  }, []);
  const tell = useEffectEvent(onShare);
  useEffect(() => {
    let before = 0;
    const timer = setInterval(() => {
      const element = place.current;
      if (!element || document.visibilityState !== 'visible') return;
      const bottom =
        element.scrollTop +
        Math.min(element.clientHeight, window.innerHeight - element.getBoundingClientRect().top);
      const share = Math.min(1, (bottom + 2) / element.scrollHeight);
      tell(Math.min(before, share));
      before = share;
    }, refreshInterval);
    return () => clearInterval(timer);
  }, []);
  return (
    <section
      ref={place}
      className={classes.text}
      aria-label={t`Text of ${title}`}
      // It must be scrollable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className={classes.words}>{text}</div>
    </section>
  );
}

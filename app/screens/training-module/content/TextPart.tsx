import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from '#app/screens/training-module/Viewer.module.css';

/**
 * The interval at which the reading position in the text is checked, in milliseconds; a section counts when it stays in view
 * for this long.
 */
const refreshInterval = 1000;

/**
 * The share of the words above the lower edge of what is visible, 0 to 1. The empty space below the words does not count: people who
 * see the last line have nothing left to scroll to.
 */
function shareAbove(section: HTMLElement, words: HTMLElement): number {
  const { top, bottom } = words.getBoundingClientRect();
  const edge = Math.min(section.getBoundingClientRect().bottom, window.innerHeight);
  return Math.max(0, Math.min(1, (edge + 2 - top) / (bottom - top)));
}

/** Scrolls the page so that the last lines are in view, if the text was scrolled to its end but its area reaches below the window. */
function showEnd(section: HTMLElement): void {
  if (section.scrollTop + section.clientHeight < section.scrollHeight - 2) return;
  if (section.getBoundingClientRect().bottom > window.innerHeight) section.scrollIntoView({ block: 'end' });
}

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
  const words = useRef<HTMLDivElement>(null);
  const start = useRef(startShare);
  useLayoutEffect(() => {
    const element = place.current;
    // A text that was read to its end opens at the start.
    if (!element || !words.current || start.current >= 1) return;
    const { offsetTop, offsetHeight } = words.current;
    element.scrollTop = offsetTop - element.offsetTop + start.current * offsetHeight - element.clientHeight;
  }, []);
  const tell = useEffectEvent(onShare);
  useEffect(() => {
    let before = 0;
    const timer = setInterval(() => {
      if (!place.current || !words.current || document.visibilityState !== 'visible') return;
      const share = shareAbove(place.current, words.current);
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
      onScroll={({ currentTarget }) => showEnd(currentTarget)}
    >
      <div ref={words} className={classes.words}>
        {text}
      </div>
    </section>
  );
}

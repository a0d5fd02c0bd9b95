import { Popover, ScrollArea, Text } from '@mantine/core';
import { Plural } from '@lingui/react/macro';
import {
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import classes from '#app/ui/HoverList.module.css';

/** One line of a hover list. */
export interface HoverRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly detail?: ReactNode;
}

/** The time that the pointer must stay before the list opens, and be away before it closes, in milliseconds. */
const wait = { open: 120, close: 150 };

/** The open list: two open lists would cover each other. */
let shown: { readonly id: string; readonly close: () => void } | undefined;

/**
 * Shows the first names behind a figure (SPEC §2.8) on hover, on keyboard focus, and at the first tap of a finger. A second tap,
 * like a click, triggers the action of the figure.
 */
export function HoverList({
  rows,
  total,
  children,
}: {
  readonly rows: readonly HoverRow[];
  /** The total number. */
  readonly total: number;
  /** The figure: a link or a button. */
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const timer = useRef<number>(undefined);
  const byFinger = useRef(false);
  const close = useCallback(() => {
    window.clearTimeout(timer.current);
    setOpened(false);
    if (shown?.id === id) shown = undefined;
  }, [id]);
  const set = (open: boolean): void => {
    if (!open) return close();
    if (shown?.id !== id) shown?.close();
    shown = { id, close };
    setOpened(true);
  };
  const show = (open: boolean, after = 0): void => {
    window.clearTimeout(timer.current);
    if (after === 0) set(open);
    else timer.current = window.setTimeout(() => set(open), after);
  };
  useEffect(() => close, [close]);
  if (rows.length === 0) return children;
  const hovering = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') show(true, wait.open);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') show(false, wait.close);
    },
  };
  return (
    <Popover opened={opened} onChange={set} withRoles={false} width={300} shadow="md" position="bottom-start">
      <span
        role="presentation"
        style={{ display: 'contents' }}
        {...hovering}
        onFocus={({ target }) => {
          if (target.matches(':focus-visible')) show(true);
        }}
        onBlur={() => show(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !opened) return;
          event.stopPropagation();
          show(false);
        }}
        onPointerDownCapture={({ pointerType }) => {
          byFinger.current = pointerType === 'touch';
        }}
        onClickCapture={(event) => {
          const first = byFinger.current && !opened;
          show(first);
          if (!first) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Popover.Target>
          {cloneElement(children, { 'aria-describedby': opened ? id : undefined })}
        </Popover.Target>
      </span>
      <Popover.Dropdown p="sm" role="tooltip" id={id} {...hovering}>
        <ScrollArea.Autosize mah={260} type="auto" viewportProps={{ tabIndex: -1 }}>
          <ul className={classes.list}>
            {rows.map(({ key, name, detail }) => (
              <li key={key}>
                <Text size="sm" fw={550} component="span" display="block">
                  {name}
                </Text>
                {detail && (
                  <Text size="xs" c="dimmed" component="span" display="block">
                    {detail}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
        {total > rows.length && (
          <Text size="xs" c="dimmed" mt={6}>
            <Plural value={total - rows.length} one="and # more" other="and # more" />
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

import { HoverCard, ScrollArea, Text } from '@mantine/core';
import { Plural } from '@lingui/react/macro';
import { useRef, type ReactElement, type ReactNode } from 'react';
import classes from '#app/ui/HoverList.module.css';

/** One line of a hover list. */
export interface HoverRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly detail?: ReactNode;
}

/** Just after a finger has opened the list, its click is the same tap. */
const sameTap = 500;

/**
 * The first names behind a figure (SPEC §2.8): shown on hover, on focus by the keyboard, and by the first tap of a finger;
 * the second tap, like a click, does what the figure does.
 */
export function HoverList({
  rows,
  total,
  children,
}: {
  readonly rows: readonly HoverRow[];
  /** How many there are in all. */
  readonly total: number;
  /** The figure: a link or a button. */
  readonly children: ReactElement;
}) {
  const opened = useRef(0);
  const byFinger = useRef(false);
  if (rows.length === 0) return children;
  return (
    <HoverCard
      role="tooltip"
      width={300}
      shadow="md"
      position="bottom-start"
      openDelay={120}
      interactive
      events={{ hover: true, focus: true, touch: true }}
      onOpen={() => {
        opened.current = performance.now();
      }}
    >
      <span
        role="presentation"
        style={{ display: 'contents' }}
        onPointerDownCapture={({ pointerType }) => {
          byFinger.current = pointerType === 'touch';
        }}
        onClickCapture={(event) => {
          if (!byFinger.current || performance.now() - opened.current > sameTap) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <HoverCard.Target>{children}</HoverCard.Target>
      </span>
      <HoverCard.Dropdown p="sm">
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
      </HoverCard.Dropdown>
    </HoverCard>
  );
}

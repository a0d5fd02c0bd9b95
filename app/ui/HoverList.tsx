import { Popover, ScrollArea, Text } from '@mantine/core';
import { Plural } from '@lingui/react/macro';
import {
  cloneElement,
  isValidElement,
  useEffect,
  useId,
  useRef,
  useState,
  type AriaAttributes,
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

const described = (figure: ReactElement, id: string): ReactElement =>
  isValidElement<AriaAttributes>(figure) ? cloneElement(figure, { 'aria-describedby': id }) : figure;

/** Milliseconds until it opens and closes under a mouse: who passes over it sees nothing, who goes into it keeps it. */
const [openAfter, closeAfter] = [120, 150];

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
  const id = useId();
  const [opened, setOpened] = useState(false);
  const timer = useRef(0);
  const byFinger = useRef(false);
  const turn = (to: boolean, after = 0): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpened(to), after);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  if (rows.length === 0) return children;
  const underMouse = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') turn(true, openAfter);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') turn(false, closeAfter);
    },
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      shadow="md"
      position="bottom-start"
      withRoles={false}
    >
      <span
        role="presentation"
        style={{ display: 'contents' }}
        {...underMouse}
        onFocus={({ target }) => {
          if (target.matches(':focus-visible')) turn(true);
        }}
        onBlur={() => turn(false)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') turn(false);
        }}
        onPointerDownCapture={({ pointerType }) => {
          byFinger.current = pointerType === 'touch';
        }}
        onClickCapture={(event) => {
          if (!byFinger.current || opened) return;
          event.preventDefault();
          event.stopPropagation();
          turn(true);
        }}
      >
        <Popover.Target>{opened ? described(children, id) : children}</Popover.Target>
      </span>
      <Popover.Dropdown p="sm" role="tooltip" id={id} {...underMouse}>
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

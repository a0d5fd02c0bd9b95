import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '#app/lib/format.ts';
import { moved, type ContentItem } from '#app/screens/training-modules/content/content-items.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The files of a module in their order (MOD-06): moved by dragging or by their buttons, removed one by one. */
export function ContentOrder({
  items,
  disabled,
  onChange,
}: {
  readonly items: readonly ContentItem[];
  readonly disabled: boolean;
  readonly onChange: (items: readonly ContentItem[]) => void;
}) {
  const { t } = useLingui();
  const { bytes } = useFormat();
  const [dragged, setDragged] = useState<number | null>(null);
  const [told, setTold] = useState('');
  const move = (from: number, to: number): void => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length) return;
    onChange(moved(items, from, to));
    const place = to + 1;
    setTold(t`${item.name} is now file ${place} of ${items.length}`);
  };
  return (
    <>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <ol className={classes.files} aria-label={t`Files in order`}>
        {items.map((item, place) => (
          // Dragging is the second way: the buttons of the row do the same by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={item.key}
            className={classes.file}
            data-dragged={dragged === place || undefined}
            draggable={!disabled}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(place);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== place) {
                move(dragged, place);
                setDragged(place);
              }
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <IconGripVertical size={17} aria-hidden className={classes.grip} />
            <Text size="sm" c="dimmed" className="tt-figures">
              {place + 1}
            </Text>
            <div className={classes.fileWords}>
              <Text size="sm">{item.name}</Text>
              <Text size="xs" c="dimmed">
                {bytes(item.size)}
              </Text>
            </div>
            {item.kind === 'new' && (
              <ToneBadge tone="blue" size="sm">
                <Trans>New</Trans>
              </ToneBadge>
            )}
            <div className={classes.fileTools}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Move ${item.name} up`}
                disabled={disabled || place === 0}
                onClick={() => move(place, place - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Move ${item.name} down`}
                disabled={disabled || place === items.length - 1}
                onClick={() => move(place, place + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Remove ${item.name}`}
                disabled={disabled}
                onClick={() => onChange(items.toSpliced(place, 1))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

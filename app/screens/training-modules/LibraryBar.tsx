import { Button, SegmentedControl, Switch, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBellRinging, IconCalendarEvent, IconFolder, IconTrash } from '@tabler/icons-react';
import { MAX_MODULES } from '#shared/contract/module-library.ts';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import type { Opened } from '#app/screens/training-modules/dialogs.ts';
import classes from '#app/screens/training-modules/Modules.module.css';
import type { Library } from '#app/screens/training-modules/use-library.ts';
import type { Selection } from '#app/screens/training-modules/use-selection.ts';

/** The bar between filters and cards: the numbers found and selected, Select All, Clear All, and the two views (SPEC §2.7). */
export function LibraryBar({
  library,
  selection,
  onOpen,
}: {
  readonly library: Library;
  readonly selection: Selection;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { t } = useLingui();
  const { view, change, counts } = library;
  const found = counts.data?.afterMatrix ?? 0;
  // Actions for the people of modules have a lower limit of modules.
  const beyondPeople = selection.selected.size > bulkLimits.modules;
  const tooMany = selection.selected.size > MAX_MODULES;
  return (
    <div className={classes.bar}>
      <Text size="sm" c="dimmed" role="status" className="tt-figures">
        <Plural value={found} one="# module" other="# modules" />
        {selection.selected.size > 0 && (
          <>
            {' · '}
            <Plural value={selection.selected.size} one="# selected" other="# selected" />
          </>
        )}
        {tooMany && (
          <>
            {' · '}
            <Trans>category and delete: up to {MAX_MODULES} at a time</Trans>
          </>
        )}
        {selection.full && found > selection.selected.size && (
          <>
            {' · '}
            <Trans>a matrix takes at most 1000 at a time</Trans>
          </>
        )}
      </Text>
      <div className={classes.barTools}>
        <Button
          variant="subtle"
          size="xs"
          disabled={found === 0}
          loading={selection.busy}
          onClick={selection.selectAll}
        >
          <Trans>Select All</Trans>
        </Button>
        <Button variant="subtle" size="xs" disabled={selection.selected.size === 0} onClick={selection.clear}>
          <Trans>Clear All</Trans>
        </Button>
        {selection.selected.size > 0 && (
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCalendarEvent size={15} aria-hidden />}
              disabled={beyondPeople}
              title={beyondPeople ? t`At most 20 modules at once` : undefined}
              onClick={() => onOpen({ dialog: 'dueDates' })}
            >
              <Trans>Change due dates</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconBellRinging size={15} aria-hidden />}
              disabled={beyondPeople}
              title={beyondPeople ? t`At most 20 modules at once` : undefined}
              onClick={() => onOpen({ dialog: 'remind' })}
            >
              <Trans>Send reminders</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFolder size={15} aria-hidden />}
              disabled={tooMany}
              onClick={() => onOpen({ dialog: 'setCategory' })}
            >
              <Trans>Set Category</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              disabled={tooMany}
              onClick={() => onOpen({ dialog: 'removeMany' })}
            >
              <Trans>Delete or retire</Trans>
            </Button>
          </>
        )}
        <Switch
          size="sm"
          label={t`Show retired`}
          checked={view.retired === 'show'}
          onChange={({ currentTarget }) => change({ retired: currentTarget.checked ? 'show' : '' })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t`View`}
          value={view.view === 'categories' || view.view === 'table' ? view.view : 'list'}
          onChange={(value) => change({ view: value })}
          data={[
            { value: 'list', label: t`List` },
            { value: 'table', label: t`Table` },
            { value: 'categories', label: t`Categories` },
          ]}
        />
      </div>
    </div>
  );
}

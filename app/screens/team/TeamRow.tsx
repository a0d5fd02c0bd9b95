import { Button, Checkbox, Text } from '@mantine/core';
import { IconBookUpload, IconChevronRight } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import { nameOf } from '#app/features/people/people.ts';
import { RemindIcon } from '#app/features/reminders/SendReminders.tsx';
import { DueText } from '#app/features/training/DueText.tsx';
import { useFormat } from '#app/lib/format.ts';
import { AccountMark, TrainingMark } from '#app/screens/team/TeamMarks.tsx';
import classes from '#app/screens/team/Team.module.css';
import type { Member, TeamLine } from '#app/screens/team/tree.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** The place of a line in a list that draws only some of its lines, and the ref that measures its height. */
export interface LinePlace {
  readonly measure: (node: HTMLElement | null) => void;
  /** Pixels below the first line. */
  readonly top: number;
}

/** One person of the tree: name, state of the training, next due date, and actions. */
export function TeamRow({
  line: { node, level, place, siblings, expanded },
  index,
  active,
  dimmed,
  drawn,
  selected,
  onSelect,
  onActivate,
  onAssign,
  onRemind,
}: {
  readonly line: TeamLine;
  readonly index: number;
  /** The line that Tab reaches. */
  readonly active: boolean;
  /** Shown only because people below it match. */
  readonly dimmed: boolean;
  /** Only in a long tree. */
  readonly drawn: LinePlace | undefined;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
  readonly onActivate: (id: string) => void;
  readonly onAssign: (member: Member) => void;
  readonly onRemind: (member: Member) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { member } = node;
  const name = nameOf(member);
  const tabIndex = active ? 0 : -1;
  const [done, all] = [number(member.completedAssignments), number(member.totalAssignments)];
  return (
    <div
      ref={drawn?.measure}
      role="row"
      data-id={member.id}
      data-index={index}
      data-dimmed={dimmed || undefined}
      data-opens={expanded !== undefined || undefined}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      aria-expanded={expanded}
      aria-selected={selected}
      tabIndex={tabIndex}
      className={classes.row}
      style={
        {
          '--level': Math.min(level, 9) - 1,
          ...(drawn && { position: 'absolute', insetInline: 0, top: drawn.top }),
        } as CSSProperties
      }
      onFocus={() => onActivate(member.id)}
    >
      <div role="rowheader" className={classes.person}>
        <span className={classes.chevron} data-open={expanded} aria-hidden="true">
          {expanded !== undefined && <IconChevronRight size={18} />}
        </span>
        <Checkbox
          size="xs"
          tabIndex={tabIndex}
          aria-label={t`Select ${name}`}
          checked={selected}
          onChange={() => onSelect(member.id)}
        />
        <UserAvatar
          firstName={member.firstName}
          lastName={member.lastName}
          imageUrl={member.profileImageUrl}
        />
        <div className={classes.words}>
          <Text size="sm" fw={600} component="span">
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {shownJobTitle(member.jobTitle) ?? <Trans>Not specified</Trans>}
          </Text>
          {node.below > 0 && (
            <Text size="xs" c="dimmed">
              <Plural value={node.below} one="# report" other="# reports" />
              {node.overdueBelow > 0 && (
                <span className={classes.late}>
                  {' · '}
                  <Plural value={node.overdueBelow} one="# overdue" other="# overdue" />
                </span>
              )}
            </Text>
          )}
        </div>
      </div>
      <div role="gridcell" className={classes.marks}>
        <TrainingMark member={member} />
        <AccountMark member={member} />
      </div>
      <div role="gridcell" className={classes.due}>
        <span className={classes.label}>
          <Trans>Next Due</Trans>:{' '}
        </span>
        <DueText assignment={{ status: 'not_started', dueDate: member.nextDueDate }} today={member.today} />
      </div>
      <div role="gridcell" className={`${classes.done} tt-figures`}>
        <span className={classes.label}>
          <Trans>Completed</Trans>:{' '}
        </span>
        {member.totalAssignments === 0 ? (
          <Trans>Nothing assigned</Trans>
        ) : (
          <Trans>
            {done} of {all}
          </Trans>
        )}
      </div>
      <div role="gridcell" className={classes.actions}>
        <ButtonLink
          to="/employee/$userId"
          params={{ userId: member.id }}
          variant="light"
          size="xs"
          tabIndex={tabIndex}
          aria-label={t`View Training of ${name}`}
        >
          <Trans>View Training</Trans>
        </ButtonLink>
        {member.isActive && (
          <Button
            variant="default"
            size="xs"
            tabIndex={tabIndex}
            leftSection={<IconBookUpload size={15} aria-hidden />}
            aria-label={t`Assign Module to ${name}`}
            onClick={() => onAssign(member)}
          >
            <Trans>Assign Module</Trans>
          </Button>
        )}
        {member.isActive && <RemindIcon name={name} tabIndex={tabIndex} onClick={() => onRemind(member)} />}
      </div>
    </div>
  );
}

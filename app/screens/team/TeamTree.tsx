import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { TeamRow, type LinePlace } from '#app/screens/team/TeamRow.tsx';
import classes from '#app/screens/team/Team.module.css';
import { moveOf, type Member, type TeamLine } from '#app/screens/team/tree.ts';
import { VirtualLines } from '#app/screens/team/VirtualLines.tsx';

/** Above this number of lines only those in view are rendered. */
const virtualFrom = 150;

/**
 * Shows the lines of the team as a treegrid (WAI-ARIA APG). The arrow keys move, expand and collapse; Home and End move; Space
 * selects; Enter opens the page of the person; Tab moves through the buttons of the line. The tree of the component library is
 * not used: it does not expose levels if only the visible lines are rendered, and it takes the space key from buttons within a
 * line.
 */
export function TeamTree({
  lines,
  isMatch,
  selected,
  onSelect,
  onToggle,
  onAssign,
  onRemind,
}: {
  readonly lines: readonly TeamLine[];
  /** In a search, whether a person matches; the managers above are shown only as the path to them. */
  readonly isMatch: ((member: Member) => boolean) | undefined;
  readonly selected: ReadonlySet<string | number>;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onAssign: (member: Member) => void;
  readonly onRemind: (member: Member) => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  /** The line that gets the focus as soon as it is rendered. */
  const wanted = useRef<string | null>(null);
  const found = lines.findIndex(({ node }) => node.member.id === active);
  // One line can always be reached with Tab.
  const at = Math.max(0, found);
  const focusWanted = (): void => {
    if (wanted.current === null) return;
    const row = root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
  };
  useEffect(focusWanted);
  const toggle = (id: string): void => {
    // If this makes the tree long, its lines are created again.
    wanted.current = id;
    onToggle(id);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = event.target instanceof HTMLElement && event.target.getAttribute('data-id');
    // Keys pressed on a button of the line belong to the button.
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void navigate({ to: '/employee/$userId', params: { userId: row } });
      return;
    }
    if (event.key === ' ') {
      event.preventDefault();
      onSelect(row);
      return;
    }
    const move = moveOf(event.key, lines, at);
    if (!move) return;
    event.preventDefault();
    if ('toggle' in move) return toggle(move.toggle);
    const id = lines[move.to]?.node.member.id ?? null;
    wanted.current = id;
    setActive(id);
  };
  const click = ({ target }: MouseEvent<HTMLDivElement>): void => {
    if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
    const id = target.closest('[data-opens]')?.getAttribute('data-id');
    if (id) toggle(id);
  };
  const rowOf = (index: number, drawn?: LinePlace): ReactNode => {
    const line = lines[index];
    return (
      line && (
        <TeamRow
          key={line.node.member.id}
          line={line}
          index={index}
          active={index === at}
          dimmed={isMatch !== undefined && !isMatch(line.node.member)}
          drawn={drawn}
          selected={selected.has(line.node.member.id)}
          onSelect={onSelect}
          onActivate={setActive}
          onAssign={onAssign}
          onRemind={onRemind}
        />
      )
    );
  };
  return (
    <div
      ref={root}
      role="treegrid"
      // The focus is on its lines; the root itself is not a tab stop.
      tabIndex={-1}
      aria-label={t`Team tree`}
      aria-rowcount={lines.length + 1}
      aria-multiselectable
      className={classes.tree}
      onKeyDown={press}
      onClick={click}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        <span role="columnheader">
          <Trans>Person</Trans>
        </span>
        <span role="columnheader">
          <Trans>Status</Trans>
        </span>
        <span role="columnheader">
          <Trans>Next Due</Trans>
        </span>
        <span role="columnheader">
          <Trans>Completed</Trans>
        </span>
        <span role="columnheader">
          <Trans>Action</Trans>
        </span>
      </div>
      {lines.length <= virtualFrom ? (
        <div role="rowgroup">{lines.map((_, index) => rowOf(index))}</div>
      ) : (
        <VirtualLines count={lines.length} active={at} renderLine={rowOf} onDrawn={focusWanted} />
      )}
    </div>
  );
}

import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { teamContract } from '#shared/contract/team.ts';
import { nameOf } from '#app/features/people/people.ts';

/** A direct or indirect report as the server returns it. */
export type Member = ResponseOf<typeof teamContract.tree>['people'][number];

/** A person in the tree, with the number of people below. */
export interface TeamNode {
  readonly member: Member;
  readonly children: readonly TeamNode[];
  /** The number of people below. */
  readonly below: number;
  /** The number of them who are overdue. */
  readonly overdueBelow: number;
}

/** The filters of the team: all people, one of the four groups (CMP-03), or `account`. */
export const teamFilters = ['all', 'overdue', 'onTrack', 'complete', 'nothingRequired', 'account'] as const;
/** One of {@link teamFilters}; `account` means people who cannot sign in or never did. */
export type TeamFilter = (typeof teamFilters)[number];

/** Returns whether an active person has required training that is overdue or expired (CMP-03). */
export const isOverdue = ({ isActive, group }: Member): boolean => isActive && group === 'overdue';

/** An account that cannot sign in, or that was never used, cannot be used for training. */
export const accountNeedsAttention = ({ displayStatus, hasSignedIn }: Member): boolean =>
  displayStatus !== 'active' || !hasSignedIn;

/** Returns whether a person matches a filter; the training of inactive people never counts (CMP-03). */
export function isUnder(member: Member, filter: TeamFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'overdue':
      return isOverdue(member);
    case 'account':
      return accountNeedsAttention(member);
    case 'onTrack':
    case 'complete':
    case 'nothingRequired':
      return member.isActive && member.group === filter;
  }
}

/** Returns whether a search text is found in the shown facts of a person. */
export function isFound(member: Member, q: string): boolean {
  const text = `${nameOf(member)} ${member.email} ${member.jobTitle ?? ''}`.toLowerCase();
  return text.includes(q.trim().toLowerCase());
}

interface Draft {
  readonly member: Member;
  readonly children: Draft[];
  below: number;
  overdueBelow: number;
}

/**
 * Returns the team as a tree below its manager (MGR-02), siblings in the order of the list. No person is lost, and circles
 * are broken: a person whose manager is not in the team is at the top.
 */
export function treeOf(people: readonly Member[], managerId: string): readonly TeamNode[] {
  const nodes = new Map<string, Draft>();
  for (const member of people) nodes.set(member.id, { member, children: [], below: 0, overdueBelow: 0 });
  const top: Draft[] = [];
  for (const node of nodes.values()) {
    const above = node.member.managerId === managerId ? undefined : nodes.get(node.member.managerId);
    (above?.children ?? top).push(node);
  }
  const order: Draft[] = [];
  const reached = new Set<Draft>();
  const reach = (start: Draft): void => {
    const waiting = [start];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      order.push(node);
      waiting.push(...node.children);
    }
  };
  for (const node of top) reach(node);
  for (const node of nodes.values()) {
    if (reached.has(node)) continue;
    // Part of a circle, which the database refuses: the circle is broken here.
    const above = nodes.get(node.member.managerId);
    above?.children.splice(above.children.indexOf(node), 1);
    top.push(node);
    reach(node);
  }
  for (const node of order.toReversed()) {
    for (const child of node.children) {
      node.below += 1 + child.below;
      node.overdueBelow += Number(isOverdue(child.member)) + child.overdueBelow;
    }
  }
  return top;
}

/** A line of the shown tree. */
export interface TeamLine {
  readonly node: TeamNode;
  /** Counted from 1. */
  readonly level: number;
  /** Place among its siblings, counted from 1, and their number. */
  readonly place: number;
  readonly siblings: number;
  readonly parentId: string | null;
  /** Undefined for people without shown reports. */
  readonly expanded: boolean | undefined;
}

/** Returns the visible lines: the expanded part of the tree, reduced to people who match `wanted` and the people above them. */
export function linesOf(
  tree: readonly TeamNode[],
  isExpanded: (id: string) => boolean,
  wanted?: (member: Member) => boolean,
): readonly TeamLine[] {
  const kept = wanted && keptOf(tree, wanted);
  const shown = (nodes: readonly TeamNode[]) => (kept ? nodes.filter((node) => kept.has(node)) : nodes);
  const lines: TeamLine[] = [];
  const waiting: TeamLine[] = [];
  const push = (nodes: readonly TeamNode[], level: number, parentId: string | null): void => {
    nodes.toReversed().forEach((node, at) => {
      const expanded = shown(node.children).length > 0 ? isExpanded(node.member.id) : undefined;
      waiting.push({ node, level, place: nodes.length - at, siblings: nodes.length, parentId, expanded });
    });
  };
  push(shown(tree), 1, null);
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    lines.push(line);
    if (line.expanded) push(shown(line.node.children), line.level + 1, line.node.member.id);
  }
  return lines;
}

/** Returns the people who match, and all people above them. */
function keptOf(tree: readonly TeamNode[], wanted: (member: Member) => boolean): ReadonlySet<TeamNode> {
  const kept = new Set<TeamNode>();
  const order: TeamNode[] = [];
  const waiting = [...tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    order.push(node);
    waiting.push(...node.children);
  }
  for (const node of order.toReversed()) {
    if (wanted(node.member) || node.children.some((child) => kept.has(child))) kept.add(node);
  }
  return kept;
}

/** The target of a key from a line of the tree (WAI-ARIA treegrid): another line, or a line to expand or collapse. */
export type TreeMove = { readonly to: number } | { readonly toggle: string } | null;

/** Returns the effect of an arrow key, Home or End on the line at an index. */
export function moveOf(key: string, lines: readonly TeamLine[], at: number): TreeMove {
  const line = lines[at];
  if (!line) return null;
  const go = (to: number): TreeMove => (to >= 0 && to < lines.length && to !== at ? { to } : null);
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(lines.length - 1);
    case 'ArrowRight':
      if (line.expanded === undefined) return null;
      return line.expanded ? go(at + 1) : { toggle: line.node.member.id };
    case 'ArrowLeft':
      if (line.expanded) return { toggle: line.node.member.id };
      return go(lines.findIndex(({ node }) => node.member.id === line.parentId));
    default:
      return null;
  }
}

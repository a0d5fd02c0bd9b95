/** One pattern of a family: the title starts with the text, or contains it; letter case does not matter (SPEC §9). */
export interface FamilyPattern {
  readonly kind: 'prefix' | 'contains';
  readonly text: string;
}

/** A family from the data (ORG-04): the code contains no fixed families. */
export interface FamilyRow {
  /** The stored code, such as 'tp-qms' (SPEC §3). */
  readonly code: string;
  /** The heading above its modules, such as 'QMS'; families may share one (SPEC §9). */
  readonly groupName: string;
  /** Place of the group among the groups, from 1; groups of organizations have fractions. */
  readonly groupPosition: number;
  /** Place in the order in which patterns are tried, from 1; the first match wins. */
  readonly matchOrder: number;
  readonly patterns: readonly FamilyPattern[];
}

/** The code of the family of modules that match no pattern (SPEC §3, §9). */
export const OTHER_FAMILY = 'other';

function matches(title: string, pattern: FamilyPattern): boolean {
  const text = pattern.text.toLowerCase();
  if (text === '') return false;
  return pattern.kind === 'prefix' ? title.startsWith(text) : title.includes(text);
}

function comesFirst(one: FamilyRow, other: FamilyRow): boolean {
  return one.matchOrder === other.matchOrder ? one.code < other.code : one.matchOrder < other.matchOrder;
}

/**
 * Returns the family code of a title (SPEC §3, §9; ORG-04): the first family in match order with a matching pattern, otherwise
 * 'other'.
 */
export function classifyTitle(title: string, families: readonly FamilyRow[]): string {
  const wanted = title.trim().toLowerCase();
  let best: FamilyRow | undefined;
  for (const family of families) {
    if (best && !comesFirst(family, best)) continue;
    if (family.patterns.some((pattern) => matches(wanted, pattern))) best = family;
  }
  return best?.code ?? OTHER_FAMILY;
}

/** Returns a module's family (MOD-05): the one that was set for it, otherwise the one of its title. */
export function familyOf(
  module: { readonly title: string; readonly family: string | null },
  families: readonly FamilyRow[],
): string {
  return module.family ?? classifyTitle(module.title, families);
}

/** Returns the name of a family: its group, and its code if several families share the group (SPEC §2.7). */
export function familyName(
  family: Pick<FamilyRow, 'code' | 'groupName'>,
  families: readonly Pick<FamilyRow, 'groupName'>[],
): string {
  const alone = families.filter(({ groupName }) => groupName === family.groupName).length === 1;
  return alone || family.code === family.groupName.toLowerCase()
    ? family.groupName
    : `${family.groupName} (${family.code})`;
}

/** Families in the order of their groups (SPEC §9). */
export function inGroupOrder<Row extends Pick<FamilyRow, 'groupPosition' | 'matchOrder'>>(
  families: readonly Row[],
): readonly Row[] {
  return families.toSorted(
    (one, two) => one.groupPosition - two.groupPosition || one.matchOrder - two.matchOrder,
  );
}

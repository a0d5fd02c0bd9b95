import {
  complianceGroup,
  figuresOfSums,
  type GroupFigures,
  type PersonFigures,
} from '#shared/domain/compliance/figures.ts';

/** The figures of a group of people by the definitions of CMP-03. */
export function groupFigures(people: readonly PersonFigures[]): GroupFigures {
  const active = people.filter((person) => person.isActive);
  const sum = (of: (person: PersonFigures) => number): number =>
    active.reduce((total, person) => total + of(person), 0);
  const members = Map.groupBy(active, complianceGroup);
  const onTrack = members.get('onTrack') ?? [];
  return figuresOfSums({
    people: people.length,
    active: active.length,
    overduePeople: members.get('overdue')?.length ?? 0,
    onTrack: onTrack.length,
    complete: members.get('complete')?.length ?? 0,
    neverSignedIn: onTrack.filter(({ hasSignedIn }) => !hasSignedIn).length,
    duePeople: active.filter(({ isDue }) => isDue).length,
    total: sum((person) => person.total),
    completed: sum((person) => person.completed),
    overdue: sum((person) => person.overdue),
    expired: sum((person) => person.expired),
  });
}

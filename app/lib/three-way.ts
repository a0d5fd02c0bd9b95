/** Texts are compared without the blanks around them, which no call keeps. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** The fields of a form whose values differ, in the order of the first. */
export function changedKeys<Values extends object>(
  from: Values,
  to: Values,
): readonly (keyof Values & string)[] {
  return (Object.keys(from) as (keyof Values & string)[]).filter(
    (key) => plain(from[key]) !== plain(to[key]),
  );
}

/**
 * The user's changes on top of those that another person has saved meanwhile (DESIGN 'The wire', If-Match): fields that only the other person
 * changed stay changed.
 */
export function onTop<Values extends object>(from: Values, mine: Values, theirs: Values): Values {
  const own = changedKeys(from, mine).map((key) => [key, mine[key]] as const);
  return { ...theirs, ...Object.fromEntries(own) };
}

/** Only the changed fields of what a call would be sent, so that two who change different fields both keep theirs. */
export function changesOnly<Body extends object>(from: Body, to: Body): Partial<Body> {
  return Object.fromEntries(changedKeys(to, from).map((key) => [key, to[key]])) as Partial<Body>;
}

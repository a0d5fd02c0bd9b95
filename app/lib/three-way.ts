/** Texts are compared without the blanks around them, which every call removes. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Returns the fields of a form whose values differ, in the order of the first. */
export function changedKeys<Values extends object>(
  from: Values,
  to: Values,
): readonly (keyof Values & string)[] {
  return (Object.keys(from) as (keyof Values & string)[]).filter(
    (key) => plain(from[key]) !== plain(to[key]),
  );
}

/**
 * Returns the person's changes on top of those that another person has saved in the meantime (DESIGN 'The wire', If-Match): fields that
 * only the other person changed stay changed.
 */
export function onTop<Values extends object>(from: Values, mine: Values, theirs: Values): Values {
  const own = changedKeys(from, mine).map((key) => [key, mine[key]] as const);
  return { ...theirs, ...Object.fromEntries(own) };
}

/** Returns only the changed fields of a call's body, so that two people who change different fields both keep their changes. */
export function changesOnly<Body extends object>(from: Body, to: Body): Partial<Body> {
  return Object.fromEntries(changedKeys(to, from).map((key) => [key, to[key]])) as Partial<Body>;
}

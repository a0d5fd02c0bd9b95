/** A row without some of its fields. */
export const without = (row: Readonly<Record<string, unknown>>, ...keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

/** What both sides know as JSON: dates are texts, what is undefined is not there. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/**
 * Where the product's answer is not what the floor found, or undefined where it is: the floor's lists have to be as long, and each
 * field of the floor has to be there with the same value. What the product answers beside that does not matter (PERF-03).
 */
export function disagreement(floor: unknown, product: unknown): string | undefined {
  return differs(asJson(floor), asJson(product), 'answer');
}

function differs(floor: unknown, product: unknown, at: string): string | undefined {
  if (Array.isArray(floor) && Array.isArray(product)) {
    if (floor.length !== product.length)
      return `${at}: ${String(floor.length)} in the floor, ${String(product.length)} in the product`;
    return first(floor.map((part, index) => differs(part, product[index], `${at}[${String(index)}]`)));
  }
  if (isRecord(floor) && isRecord(product))
    return first(Object.entries(floor).map(([key, part]) => differs(part, product[key], `${at}.${key}`)));
  return Object.is(floor, product)
    ? undefined
    : `${at}: ${JSON.stringify(floor)} in the floor, ${JSON.stringify(product)} in the product`;
}

const first = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((one) => one !== undefined);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A variable that looks like one of the product's and is not read. */
export interface StrayVariable {
  readonly variable: string;
  /** The variable that was probably meant. */
  readonly meant?: string | undefined;
}

/** Names that are set for this product only. */
const ownNames = /^(?:TRAINTRAIL|SMTP|OIDC|SAML|ANCHOR)_/;
/** The variables that Kubernetes and Docker set for a service that is called traintrail. */
const ofServices = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;

/**
 * Finds variables that have no effect although they were clearly meant for this product (OPS-10): mistyped names of known ones, and
 * unknown names with its prefixes. Values are never repeated.
 */
export function strayVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): readonly StrayVariable[] {
  const strays: StrayVariable[] = [];
  for (const [variable, value = ''] of Object.entries(env)) {
    if (known.has(variable) || value.trim() === '') continue;
    if (variable.startsWith('TRAINTRAIL_') && ofServices.test(variable) && !/^\d+$/.test(value)) continue;
    const name = variable.toUpperCase().replace(/^TRAINTRAIL_/, '');
    const meant = [...known].find((one) => one === name) ?? nearest(name, known);
    if (meant !== undefined || ownNames.test(variable)) strays.push({ variable, meant });
  }
  return strays;
}

/** Returns the message for an operator. */
export const strayText = ({ variable, meant }: StrayVariable): string =>
  `${variable} is not a variable of TrainTrail and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;

function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const most = name.length < 8 ? 1 : 2;
  let [found, least]: [string | undefined, number] = [undefined, most + 1];
  for (const one of known) {
    if (Math.abs(one.length - name.length) > most || one.length < 5) continue;
    const distance = typingDistance(name, one);
    if (distance < least) [found, least] = [one, distance];
  }
  return found;
}

/** Letters that were left out, added, mistaken or exchanged with their neighbor (optimal string alignment). */
function typingDistance(left: string, right: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (i > 1 && j > 1 && swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}

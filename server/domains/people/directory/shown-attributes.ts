type Resource = Readonly<Record<string, unknown>>;
type Entry = readonly [string, unknown];

/** What every answer has, whatever the directory requests (RFC 7643 §7 'returned: always'). */
const always = new Set(['schemas', 'id']);

/** The names in a list of attributes: lower case, without the filters that some clients add in brackets. */
function namesOf(list: string): readonly string[] {
  return list
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
    .map((name) => name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''));
}

type Asked = 'all' | 'none' | readonly string[];

/** What is asked of one attribute: all of it, none, or the parts of this name. */
function askedOf(key: string, names: readonly string[]): Asked {
  const lower = key.toLowerCase();
  if (names.includes(lower)) return 'all';
  const parts = names.flatMap((name) =>
    [`${lower}.`, `${lower}:`]
      .filter((start) => name.startsWith(start))
      .map((start) => name.slice(start.length)),
  );
  return parts.length > 0 ? parts : 'none';
}

const withoutParts = (value: unknown, keep: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutParts(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => keep(part.toLowerCase())));
};

/** Returns the attributes of a resource that a directory requested, or all but those that it left out (RFC 7644 §3.9). */
export function shownAttributes(
  resource: Resource,
  {
    attributes,
    excludedAttributes,
  }: { readonly attributes?: string | undefined; readonly excludedAttributes?: string | undefined },
): Record<string, unknown> & { readonly schemas: string[] } {
  const entries = Object.entries(resource).flatMap(([key, value]): readonly Entry[] => {
    if (always.has(key)) return [[key, value]];
    if (attributes !== undefined) return kept(key, value, askedOf(key, namesOf(attributes)), true);
    if (excludedAttributes !== undefined)
      return kept(key, value, askedOf(key, namesOf(excludedAttributes)), false);
    return [[key, value]];
  });
  return Object.fromEntries(entries) as Record<string, unknown> & { readonly schemas: string[] };
}

function kept(key: string, value: unknown, asked: Asked, wanted: boolean): readonly Entry[] {
  if (asked === 'all') return wanted ? [[key, value]] : [];
  if (asked === 'none') return wanted ? [] : [[key, value]];
  return [[key, withoutParts(value, (part) => asked.includes(part) === wanted)]];
}

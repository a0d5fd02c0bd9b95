import { baseName, extensionOf } from './file-name.ts';

/** The kinds of course packages, which need a player (VIEW-07). */
export const coursePackages = ['scorm', 'cmi5', 'aicc'] as const;

/** A kind of {@link coursePackages}. */
export type CoursePackage = (typeof coursePackages)[number];

/** The names of the kinds, the same in every language. */
export const packageNames: Readonly<Record<CoursePackage, string>> = {
  scorm: 'SCORM',
  cmi5: 'cmi5',
  aicc: 'AICC',
};

const marks: ReadonlyMap<string, CoursePackage> = new Map([
  ['imsmanifest.xml', 'scorm'],
  ['cmi5.xml', 'cmi5'],
]);
const aiccExtensions: ReadonlySet<string> = new Set(['crs', 'au', 'des', 'cst']);

/**
 * Returns the kind of course package in an archive by the names of its files, in any folder (MOD-07, VIEW-07); null for none. A sound
 * in the format AU is not a file of a course: leave it out.
 */
export function packageIn(names: Iterable<string>): CoursePackage | null {
  let found: CoursePackage | null = null;
  for (const path of names) {
    const name = baseName(path).toLowerCase();
    const mark = marks.get(name);
    if (mark) return mark;
    // The hidden copies that macOS adds start with a dot.
    if (aiccExtensions.has(extensionOf(name)) && !name.startsWith('.')) found = 'aicc';
  }
  return found;
}

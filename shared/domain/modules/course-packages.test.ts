import { expect, test } from 'vitest';
import { packageIn } from './course-packages.ts';

test.each([
  [['index.html', 'imsmanifest.xml'], 'scorm'],
  [['course/IMSManifest.xml'], 'scorm'],
  [['cmi5.xml', 'index.html'], 'cmi5'],
  [['course.crs', 'course.au', 'course.des', 'course.cst'], 'aicc'],
  [['a/COURSE.CRS'], 'aicc'],
  [['lesson.AU'], 'aicc'],
  [['course.crs', 'imsmanifest.xml'], 'scorm'],
  [['index.html', 'manifest.xml'], null],
  [['__MACOSX/._course.crs', 'one.pdf'], null],
  [['my-imsmanifest.xml.txt', 'crs'], null],
  [[], null],
] as const)('[MOD-07] [VIEW-07] %j holds %s', (names, expected) => {
  expect(packageIn(names)).toBe(expected);
});

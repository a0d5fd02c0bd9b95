/**
 * `npm run mutants`: plants faults in the rules, one at a time, and names those that no test of the rules notices (Stryker). It takes
 * an hour; `-- -m 'shared/domain/calendar/*.ts'` takes one folder. The report is in .cache/mutants/report.json.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts' },
  // Texts and lists of codes have no rule in them; what only types a thing has nothing to plant a fault in.
  mutate: [
    'shared/domain/{access,assignments,calendar,certificates,compliance,inspections,passwords,qualified,quizzes,reminders,signatures,viewing}/**/*.ts',
    '!shared/**/*.test.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine five seconds, the default, are over before a test starts, and the fault counts as noticed. Stryker counts the turns
  // of a loop that a fault makes endless, so such a fault still ends early.
  timeoutMS: 60_000,
  // Only rewritten for the TypeScript compiler, which no test needs; the version here has no API for it.
  tsconfigFile: 'tests/mutants/no-tsconfig.json',
  ignorePatterns: ['/*', '!/shared', '!/tests', '!/server', '!/app', '!/package.json'],
  tempDirName: '.cache/mutants/sandbox',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutants/report.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 85 },
};

import { defineConfig } from '@lingui/cli';
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { reasonsExtractor } from './scripts/extract-reasons.ts';
import { textsExtractor } from './scripts/extract-texts.ts';
import { languages } from './shared/domain/people/settings.ts';

/** What a visitor without a session may see: its texts go into the small catalogue that /landing loads. */
const publicParts = [
  'main.tsx',
  'router.tsx',
  'brand',
  'shell/Root.tsx',
  'shell/public',
  'screens/confirm-email',
  'screens/landing',
  'screens/not-found',
  'screens/reset-password',
  'screens/signature-confirmed',
  'screens/verify',
  'features/drop',
  'features/sign-in',
  'features/verifier',
  'lib/visitor-messages.ts',
  'ui/ErrorState.tsx',
].map((part) => `<rootDir>/app/${part}`);

/** The reasons of the API that each part of the page can meet. */
const reasons = {
  public: ['visitor'],
  app: ['account', 'files', 'findings', 'learning', 'own-records', 'requests', 'values'],
  staff: [
    'assigning',
    'directory',
    'imports',
    'modules',
    'organizations',
    'people',
    'reminders',
    'saved-exports',
    'tables',
    'webhooks',
  ],
  // In the file of the wrong cells.
  server: ['imports'],
};

const reasonFiles = (part: keyof typeof reasons): string[] =>
  reasons[part].map((area) => `<rootDir>/shared/reasons/${area}.ts`);

/** Sentences and names of the trail (AUD-03). */
const trailFiles = [
  'actions',
  'delivery-fields',
  'directory-actions',
  'fields',
  'groups',
  'hr-actions',
  'import-actions',
  'record-fields',
  'records',
  'values',
  'webhook-actions',
  'words',
].map((name) => `<rootDir>/shared/trail/${name}.ts`);

/** Screens of those who look after others: a learner's first visit does without their texts (PERF-02). */
const staffParts = [
  'screens/access-reviews',
  'features/imports',
  'screens/import-absences',
  'screens/import-completions',
  'screens/api-docs',
  'screens/directory',
  'screens/tokens',
  'screens/webhooks',
  'screens/admin',
  'screens/admin-landing',
  'screens/audit',
  'screens/completion-report',
  'screens/compliance',
  'screens/employee-detail',
  'screens/export-data',
  'screens/hr-agreements',
  'screens/hr-cvs',
  'screens/hr-dashboard',
  'screens/hr-organization',
  'screens/import-people',
  'screens/inspection',
  'screens/inspections',
  'screens/integrity-checks',
  'screens/manager',
  'screens/module-people',
  'screens/organizations',
  'screens/qualified',
  'screens/outbox',
  'screens/records-protected',
  'screens/team',
  'screens/team-reports',
  'screens/training-grid',
  'screens/training-matrix',
  'screens/training-modules',
  'screens/users',
  'features/absences',
  'features/assigning',
  'features/binder',
  'features/by-module',
  'features/completion-report',
  'features/inspections',
  'features/matrix-effect',
  'features/qualified',
  'features/names/ChangeNameDialog.tsx',
  'features/names/DecideNameDialog.tsx',
  'features/names/NameRequests.tsx',
  'features/people/PersonCells.tsx',
  'features/quiz-editor',
  'features/reminders',
  'features/trail',
  'features/signing/closure-labels.ts',
  'shell/IntegrityBanner.tsx',
  'shell/palette/actions.ts',
  'ui/ReasonInput.tsx',
].map((part) => `<rootDir>/app/${part}`);

/** The names of columns, in files and on the screen that chooses them. */
const columnTitles = '<rootDir>/shared/domain/reports/column-titles.ts';
/** The letters of the grid, on screen and in files. */
const gridTexts = '<rootDir>/shared/domain/reports/grid-texts.ts';

const inside = (parts: readonly string[]): string[] =>
  parts.map((part) => (/\.tsx?$/.test(part) ? part : `${part}/**`));

const never = ['**/*.test.*', '**/locales/**', '**/node_modules/**'];

export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  fallbackLocales: { default: 'en' },
  orderBy: 'message',
  format: formatter({ lineNumbers: false }),
  extractors: [reasonsExtractor, textsExtractor, createBabelExtractor()],
  catalogs: [
    {
      path: '<rootDir>/app/locales/public/{locale}',
      include: [...publicParts, ...reasonFiles('public')],
      exclude: never,
    },
    {
      path: '<rootDir>/app/locales/app/{locale}',
      include: ['<rootDir>/app', ...reasonFiles('app')],
      exclude: [...never, ...inside(publicParts), ...inside(staffParts)],
    },
    {
      path: '<rootDir>/app/locales/staff/{locale}',
      include: [...staffParts, ...trailFiles, ...reasonFiles('staff'), columnTitles, gridTexts],
      exclude: never,
    },
    {
      // Emails, papers, files, calendars and notifications: read by the server alone.
      path: '<rootDir>/app/locales/server/{locale}',
      include: ['<rootDir>/server', ...trailFiles, ...reasonFiles('server'), columnTitles, gridTexts],
      exclude: never,
    },
  ],
});

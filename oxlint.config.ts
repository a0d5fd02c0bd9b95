/** The rules of `npm run lint`. Which parts of the product may import which is in scripts/import-rules.ts. */
import { defineConfig } from 'oxlint';
import { importRules } from './scripts/import-rules.ts';

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'vitest', 'promise', 'node', 'oxc'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  ignorePatterns: [
    'node_modules',
    'dist',
    'data',
    '.cache',
    'test-results',
    'app/locales',
    'tests/generated-client/main-job.ts',
  ],
  rules: {
    'no-restricted-imports': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-self-import': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'oxc/no-barrel-file': [
      'error',
      {
        threshold: 0,
      },
    ],
    'max-lines': [
      'error',
      {
        max: 300,
        skipBlankLines: false,
        skipComments: false,
      },
    ],
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/require-module-specifiers': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
    'promise/always-return': 'off',
    'no-unmodified-loop-condition': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'vitest/valid-title': [
      'error',
      {
        ignoreTypeOfTestName: true,
      },
    ],
    'react/no-unstable-nested-components': [
      'error',
      {
        allowAsProps: true,
      },
    ],
    'vitest/no-conditional-expect': 'off',
    'typescript/consistent-return': 'off',
    eqeqeq: [
      'error',
      'always',
      {
        null: 'ignore',
      },
    ],
    'no-empty': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'no-warning-comments': [
      'error',
      {
        terms: ['todo', 'fixme', 'xxx'],
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'react/style-prop-object': 'off',
    'react/rules-of-hooks': 'error',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'import/default': 'off',
    'react/preserve-manual-memoization': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/set-state-in-effect': 'off',
  },
  overrides: [
    ...importRules,
    {
      files: ['{app,server,shared}/**/*.{ts,tsx}'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    {
      files: ['**/*.tsx'],
      rules: {
        'unicorn/filename-case': [
          'error',
          {
            cases: {
              kebabCase: true,
              pascalCase: true,
            },
          },
        ],
      },
    },
    {
      files: ['server/domains/*/index.ts'],
      rules: {
        'oxc/no-barrel-file': 'off',
      },
    },
    {
      files: ['*.config.{ts,mjs}', 'tests/{e2e,walk}/*.config.ts', 'app/**/*.d.ts', 'server/db/db.d.ts'],
      rules: {
        'import/no-default-export': 'off',
        'max-lines': 'off',
      },
    },
    {
      files: [
        'shared/**/*.ts',
        'app/**/*.{ts,tsx}',
        'server/platform/**/*.ts',
        'server/domains/**/*.ts',
        'server/app.ts',
      ],
      rules: {
        'no-console': 'error',
      },
    },
    {
      files: ['scripts/verify-bundle.mjs'],
      rules: {
        'max-lines': [
          'error',
          {
            max: 800,
            skipBlankLines: false,
            skipComments: false,
          },
        ],
      },
    },
    {
      files: ['tests/**', '**/*.test.{ts,tsx}'],
      rules: {
        'no-restricted-imports': 'off',
        'max-lines': [
          'error',
          {
            max: 500,
            skipBlankLines: false,
            skipComments: false,
          },
        ],
        'typescript/no-non-null-assertion': 'off',
        'no-console': 'off',
      },
    },
    {
      files: ['tests/e2e/**', 'tests/walk/**'],
      rules: {
        'import/no-default-export': 'off',
        'react/rules-of-hooks': 'off',
        'vitest/expect-expect': 'off',
      },
    },
  ],
});

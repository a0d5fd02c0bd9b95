import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bulkCategoryChoices, familyForChoice } from './bulk-category.ts';
import { defaultFamilies } from '#tests/harness/default-families.ts';
import type { FamilyRow } from './families.ts';
import { classifyTitle, familyOf } from './families.ts';

describe('the seeded families', () => {
  test.each([
    ['TP-QMS-001 Document control', 'tp-qms'],
    ['tp-qms-001 document control', 'tp-qms'],
    ['  TP-QMS-001', 'tp-qms'],
    ['TP QMS Document Control', 'tp-qms'],
    ['About TP-QMS', 'other'],
    ['TP-CRO-1.2a Site visits', 'tp-cro'],
    ['TP-CRO-3 and GCP', 'tp-cro'],
    ['AX-004 Devices', 'axonx'],
    ['Welcome to AxonX', 'axonx'],
    ['AX-9 and GCP', 'axonx'],
    ['AXIS basics', 'other'],
    ['CMO-2 Board papers', 'cmo-pro'],
    ['The CMO Pro handbook', 'cmo-pro'],
    ['CMO responsibilities', 'other'],
    ['CP-10 Consent', 'clinpro-gcp'],
    ['ClinPro introduction', 'clinpro-gcp'],
    ['ICH-GCP E6(R3)', 'clinpro-gcp'],
    ['CPR for nurses', 'other'],
    ['TrialsPro overview', 'trialspro'],
    ['Using TrialPro', 'trialspro'],
    ['Fire safety', 'other'],
    ['', 'other'],
  ])('[ORG-04] %j is of family %s', (title, family) => {
    expect(classifyTitle(title, defaultFamilies)).toBe(family);
  });

  test('[ORG-04] are the seven codes, and their groups stand as QMS, CRO, GCP, AxonX, CMO, Other', () => {
    expect(defaultFamilies.map((family) => family.code).toSorted()).toEqual([
      'axonx',
      'clinpro-gcp',
      'cmo-pro',
      'other',
      'tp-cro',
      'tp-qms',
      'trialspro',
    ]);
    const groups = defaultFamilies
      .toSorted((a, b) => a.groupPosition - b.groupPosition)
      .map((f) => f.groupName);
    expect([...new Set(groups)]).toEqual(['QMS', 'CRO', 'GCP', 'AxonX', 'CMO', 'Other']);
  });
});

describe('families are data', () => {
  const own: readonly FamilyRow[] = [
    {
      code: 'late',
      groupName: 'Late',
      groupPosition: 1,
      matchOrder: 9,
      patterns: [{ kind: 'contains', text: 'n' }],
    },
    {
      code: 'nurse',
      groupName: 'Nursing',
      groupPosition: 2,
      matchOrder: 1,
      patterns: [{ kind: 'prefix', text: 'NU-' }],
    },
    {
      code: 'blank',
      groupName: 'Blank',
      groupPosition: 3,
      matchOrder: 0,
      patterns: [{ kind: 'contains', text: '' }],
    },
  ];

  test('[ORG-04] rows decide, the match order before the place in the list, an empty pattern never matches', () => {
    expect(classifyTitle('NU-1 Night shift', own)).toBe('nurse');
    expect(classifyTitle('Night shift', own)).toBe('late');
    expect(classifyTitle('TP-QMS-1', own)).toBe('other');
    expect(classifyTitle('TP-QMS-1', [])).toBe('other');
  });

  test('[ORG-04] the order of the rows does not matter', () => {
    const title = fc.oneof(
      fc.string(),
      fc
        .tuple(
          fc.constantFrom('TP-QMS', 'TP-CRO-1', 'AX-', 'CMO-', 'CP-', 'x'),
          fc.constantFrom('gcp', 'AxonX', 'cmo pro'),
        )
        .map((parts) => parts.join(' ')),
    );
    const rows = fc.shuffledSubarray([...defaultFamilies], { minLength: defaultFamilies.length });
    fc.assert(
      fc.property(title, rows, (text, shuffled) => {
        expect(classifyTitle(text, shuffled)).toBe(classifyTitle(text, defaultFamilies));
      }),
    );
  });
});

test('[MOD-05] a family that was set wins over the title', () => {
  expect(familyOf({ title: 'TP-QMS-1', family: 'axonx' }, defaultFamilies)).toBe('axonx');
  expect(familyOf({ title: 'TP-QMS-1', family: null }, defaultFamilies)).toBe('tp-qms');
});

test('[MOD-05] each bulk choice sets its family, auto leaves it to the title', () => {
  expect(bulkCategoryChoices.map((choice) => [choice, familyForChoice(choice)])).toEqual([
    ['auto', null],
    ['trialpro-qms', 'tp-qms'],
    ['trialpro-cro', 'tp-cro'],
    ['trialpro-general', 'other'],
    ['axonx', 'axonx'],
    ['cmopro', 'cmo-pro'],
    ['clinpro-gcp', 'clinpro-gcp'],
    ['other', 'other'],
  ]);
  const chosen = bulkCategoryChoices.map(familyForChoice).filter((family) => family !== null);
  expect(defaultFamilies.map((family) => family.code)).toEqual(expect.arrayContaining(chosen));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trainingCategories } from '../people/training-categories.ts';
import { defaultFamilies } from '#tests/harness/default-families.ts';
import { classifyTitle } from './families.ts';
import { baseName, extensionOf, stemOf } from './file-name.ts';
import { quickCreateInfo, titleFromFileName } from './quick-create.ts';

test.each([
  ['C:\\Users\\ann\\SOP.pdf', 'SOP.pdf', 'pdf', 'SOP'],
  ['a/b/Visit.Log.DOCX', 'Visit.Log.DOCX', 'docx', 'Visit.Log'],
  ['README', 'README', '', 'README'],
  ['Dr. Smith notes', 'Dr. Smith notes', '', 'Dr. Smith notes'],
  ['.pdf', '.pdf', 'pdf', ''],
  ['', '', '', ''],
])('[MOD-04] the parts of %j', (fileName, base, extension, stem) => {
  expect([baseName(fileName), extensionOf(fileName), stemOf(fileName)]).toEqual([base, extension, stem]);
});

describe('title', () => {
  test.each([
    ['gcp_basics.pdf', 'Gcp Basics'],
    ['GCP-basics-for_sites.pdf', 'GCP Basics For Sites'],
    ['visit_log_20240131.pdf', 'Visit Log'],
    ['visit log 7.docx', 'Visit Log'],
    ['Annual.Safety.Training.2024.pptx', 'Annual Safety Training'],
    ['TP-QMS-001 document control.pdf', 'TP QMS 001 Document Control'],
    ['ärztliche_aufklärung.pdf', 'Ärztliche Aufklärung'],
    ['2024.pdf', '2024'],
    ['___.pdf', 'Pdf'],
    ['folder/introduction.mp4', 'Introduction'],
  ])('[MOD-04] %j gives %j', (fileName, title) => {
    expect(titleFromFileName(fileName)).toBe(title);
  });

  test('[MOD-04] is never blank and holds no separators but single spaces', () => {
    const name = fc
      .tuple(fc.string(), fc.constantFrom('.pdf', '.mp4', '', '.x'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, (fileName) => {
        const title = titleFromFileName(fileName);
        if (baseName(fileName).replace(/[-_.+\s]/gu, '') === '') return;
        expect(title.trim()).not.toBe('');
        expect(title).not.toMatch(/[-_+\n\t]| {2}/u);
      }),
    );
  });

  test('[MOD-04] keeps the family of the file that it was made from', () => {
    expect(classifyTitle(titleFromFileName('TP-QMS-012_Audits.pdf'), defaultFamilies)).toBe('tp-qms');
    expect(classifyTitle(titleFromFileName('TP-CRO-1.2a_Monitoring.pdf'), defaultFamilies)).toBe('tp-cro');
  });
});

describe('the rest', () => {
  test.each([
    ['a.pdf', 'pdf', 30],
    ['a.docx', 'pdf', 30],
    ['a.doc', 'pdf', 30],
    ['a.xyz', 'pdf', 30],
    ['a', 'pdf', 30],
    ['a.mp4', 'video', 45],
    ['a.AVI', 'video', 45],
    ['a.mov', 'video', 45],
    ['a.webm', 'video', 45],
    ['a.pptx', 'presentation', 30],
    ['a.ppt', 'presentation', 30],
  ])('[MOD-04] %j is %s of %i minutes', (fileName, contentType, duration) => {
    expect(quickCreateInfo(fileName)).toMatchObject({
      contentType,
      duration,
      contentCreator: 'System Generated',
    });
  });

  test.each([
    ['quality_manual.pdf', 'Quality Affairs'],
    ['QA-checks.pdf', 'Quality Affairs'],
    ['medical-monitoring.pdf', 'Medical Affairs'],
    ['adverse_events.pdf', 'Medical Affairs'],
    ['database_lock.pdf', 'Data Management'],
    ['crf completion.pdf', 'Data Management'],
    ['scrf completion.pdf', 'Clinical Research'],
    ['equality.pdf', 'Clinical Research'],
    ['informed_consent.pdf', 'Clinical Research'],
  ])('[MOD-04] %j is guessed as %s', (fileName, category) => {
    expect(quickCreateInfo(fileName).trainingCategory).toBe(category);
  });

  test.each([
    ['gcp_basics.pdf', 'Good Clinical Practice training: Gcp Basics'],
    ['SOP-12 archiving.pdf', 'Standard operating procedure: SOP 12 Archiving'],
    ['protocol_v2.pdf', 'Study protocol training: Protocol V'],
    ['hand_washing.pdf', 'Training module: Hand Washing'],
  ])('[MOD-04] %j is described as %j', (fileName, description) => {
    expect(quickCreateInfo(fileName).description).toBe(description);
  });

  test('[MOD-04] every guess is one of the seven Training Categories', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(trainingCategories).toContain(quickCreateInfo(name).trainingCategory);
      }),
    );
  });
});

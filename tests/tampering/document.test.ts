import { expect, test } from 'vitest';
import { recordCheckers } from '#server/cli/record-checkers.ts';
import { pastTables } from '#server/domains/audit/verify/past-tables.ts';
import { exemptTables } from '#server/db/schema/exempt-tables.ts';
import { attacksByArea, tamperingDocument } from './catalogue.ts';

test('[AUD-04] docs/tampering.md lists every attack that is tried', async () => {
  await expect(tamperingDocument()).toMatchFileSnapshot('../../docs/tampering.md');
});

const provenBy = (wanted: 'rebuilt' | 'recomputed') =>
  exemptTables.filter(({ proof }) => proof === wanted).map(({ name }) => name);

test('[AUD-04] verify proves every exempt table from which answers about the past, figures or papers are made, or says why not', () => {
  const recomputed = recordCheckers({ secretKey: Buffer.alloc(48) }).flatMap(
    ({ recomputes = [] }) => recomputes,
  );
  expect(recomputed.toSorted()).toEqual(provenBy('recomputed').toSorted());
  expect(pastTables.map(({ name }) => name).toSorted()).toEqual(provenBy('rebuilt').toSorted());
  for (const { name, proof } of exemptTables)
    if (typeof proof === 'object') expect(proof.none.length, name).toBeGreaterThan(15);
});

test('[AUD-04] verify was seen to find a planted change in every table that it proves', () => {
  const planted = new Set(
    Object.values(attacksByArea).flatMap((attacks) => attacks.map(({ table }) => table)),
  );
  expect([...provenBy('rebuilt'), ...provenBy('recomputed')].filter((name) => !planted.has(name))).toEqual(
    [],
  );
});

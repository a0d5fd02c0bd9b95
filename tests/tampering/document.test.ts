import { expect, test } from 'vitest';
import { tamperingDocument } from './catalogue.ts';

test('[AUD-04] docs/tampering.md lists every attack that is tried', async () => {
  await expect(tamperingDocument()).toMatchFileSnapshot('../../docs/tampering.md');
});

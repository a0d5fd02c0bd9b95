import { expect, test } from 'vitest';
import { compareDestinations } from './check-destinations.ts';
import { SealChain } from './check-seals.ts';
import { Findings } from './findings.ts';

test('[AUD-02] more seals than a call takes arguments are compared: months of them were sent, and every copy is gone', () => {
  const seals = 150_000;
  const findings = new Findings();
  const chain = new SealChain([], findings);
  const numbers = Array.from({ length: seals }, (_, index) => index + 1);
  chain.sent.set('folder /srv/heads', new Set(numbers));
  chain.sent.set('folder /srv/former', new Set(numbers));
  for (const number of numbers) chain.heads.set(number, String(number));
  compareDestinations(chain, [{ name: 'folder /srv/heads', kept: [] }], findings);
  compareDestinations(chain, [], findings);
  expect(findings.report().findings.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      `seals up to ${seals} were sent to it, and none is there`,
      expect.stringContaining(`seals up to ${seals} were sent to it, and it is no longer configured`),
    ]),
  );
});

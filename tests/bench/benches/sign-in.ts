import { hash, verify } from '@node-rs/argon2';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, medianOf, ms } from '../measure.ts';

const runs = 10;

/** A sign-in through the API against one verification of a hash of the same cost (PERF-01). */
export const signInBench: Bench = {
  name: 'sign-in',
  title: 'Sign-in through the API, against one Argon2 verification of the same hash',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, adminUser } = await world();
    // What is stored is keyed; a plain hash costs its verification as much.
    const plain = await hash(FIXTURE_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const body = JSON.stringify({ email: adminUser.email, password: FIXTURE_PASSWORD });
    const connection = oneConnection();
    const signIn = () => connection.call(`${product.url}/api/auth/login`, { method: 'POST', body });
    const verifyOnce = async (): Promise<void> => {
      if (!(await verify(plain, FIXTURE_PASSWORD)))
        throw new Error('the password does not belong to the hash');
    };
    // The first one renews the cheap hash of the fixture.
    await medianOf(5, signIn);
    await medianOf(5, verifyOnce);
    const result = compare(
      await interleave(
        rounds,
        () => medianOf(runs, signIn),
        () => medianOf(runs, verifyOnce),
        say,
      ),
    );
    connection.close();
    return { value: result.ratio, product: ms(result.product), floor: ms(result.floor) };
  },
};

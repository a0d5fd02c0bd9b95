import { verify } from '@node-rs/argon2';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, medianOf, ms } from '../measure.ts';

const runs = 10;

/** A sign-in through the API against one verification of the same hash (PERF-01). */
export const signInBench: Bench = {
  name: 'sign-in',
  title: 'Sign-in through the API, against one Argon2 verification of the same hash',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, admin, adminUser } = await world();
    const { rows } = await admin.query<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [adminUser.id],
    );
    const hash = rows[0]?.hash ?? '';
    const body = JSON.stringify({ email: adminUser.email, password: FIXTURE_PASSWORD });
    const connection = oneConnection();
    const signIn = () => connection.call(`${product.url}/api/auth/login`, { method: 'POST', body });
    const verifyOnce = async (): Promise<void> => {
      if (!(await verify(hash, FIXTURE_PASSWORD)))
        throw new Error('the password does not belong to the hash');
    };
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

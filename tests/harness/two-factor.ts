/** What a person with an authenticator does, for tests: enrol through the API, and read codes off by the database's clock. */
import { generate } from 'otplib';
import type { Services } from '#server/platform/services.ts';
import type { TestClient } from './client.ts';

/** An authenticator as it lies on the person's phone, with the recovery codes on paper. */
export interface TestAuthenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code of now, or of so many steps later or earlier. */
  readonly code: (steps?: number) => Promise<string>;
}

/** All that an authenticator needs of a server: its time. */
interface ClockOnly {
  readonly clock: Pick<Services['clock'], 'now' | 'synchronize'>;
}

/** The code of a secret by the server's clock. */
export async function codeOf(services: ClockOnly, secret: string, steps = 0): Promise<string> {
  const epoch = Math.floor(services.clock.now().getTime() / 1000) + 30 * steps;
  return generate({ secret, epoch });
}

/**
 * Enrols an authenticator for the person of a client. The confirming code is that of the step before, so that the code of
 * now is still unused.
 */
export async function enrol(
  services: ClockOnly,
  client: TestClient,
  password: string,
): Promise<TestAuthenticator> {
  const begun = await client.post<{ key: string }>('/api/auth/two-factor/enrol', {
    currentPassword: password,
  });
  if (begun.status !== 200) throw new Error(`enrolment was refused: ${JSON.stringify(begun.body)}`);
  const secret = begun.body.key;
  const confirm = async () =>
    client.post<{ recoveryCodes: string[] }>('/api/auth/two-factor/confirm', {
      code: await codeOf(services, secret, -1),
    });
  let confirmed = await confirm();
  // A new step may have begun on the way.
  if (confirmed.status === 422) confirmed = await confirm();
  if (confirmed.status !== 200) throw new Error(`the code was refused: ${JSON.stringify(confirmed.body)}`);
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    code: (steps = 0) => codeOf(services, secret, steps),
  };
}

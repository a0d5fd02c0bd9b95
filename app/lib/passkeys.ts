import type { passkeysContract } from '#shared/contract/passkeys.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { reasonText } from '#app/lib/reasons.ts';

type Answer = BodyInput<typeof passkeysContract.signIn>['response'];
type Attestation = BodyInput<typeof passkeysContract.register>['response'];

/** Returns whether this browser supports passkeys at this address: names under https, and localhost. */
export function browserSupportsPasskeys(): boolean {
  return window.PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

// Loaded when it is used: most visits do not need it.
const library = () => import('@simplewebauthn/browser');

/** Asks the person for a passkey and returns the browser's answer; throws {@link ApiError} if none was used. */
export async function requestPasskey(options: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await startAuthentication({ optionsJSON: options as unknown as Options }).catch(notUsed);
  return answer as unknown as Answer;
}

/** Asks the person to create a passkey and returns the browser's answer; throws {@link ApiError} if none was created. */
export async function createPasskey(options: Readonly<Record<string, unknown>>): Promise<Attestation> {
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const answer = await startRegistration({ optionsJSON: options as unknown as Options }).catch(
    (error: unknown) => {
      if (error instanceof Error && error.name === 'InvalidStateError') throw plain('passkey_on_device');
      throw plain('passkey_not_created');
    },
  );
  return answer as unknown as Attestation;
}

/**
 * Sends a call with a passkey as proof (AUTH-19): first for the challenge that is bound to exactly this call, then again with the
 * passkey's answer to it.
 */
export async function proveByPasskey<T>(send: (passkey: 'challenge' | Answer) => Promise<T>): Promise<T> {
  try {
    return await send('challenge');
  } catch (error) {
    const options =
      error instanceof ApiError && error.code === 'PASSKEY_CHALLENGE' && error.problem?.['options'];
    if (typeof options !== 'object' || options === null) throw error;
    return send(await requestPasskey(options as Record<string, unknown>));
  }
}

/** A refusal by the browser is not an answer of the server, but is shown like one. */
function plain(reason: PlainReason): ApiError {
  const detail = reasonText(reason);
  return new ApiError(422, detail, {
    type: 'about:blank',
    title: detail,
    status: 422,
    code: 'CODE_REFUSED',
    reason,
    params: {},
    detail,
  });
}

function notUsed(): never {
  throw plain('passkey_not_used');
}

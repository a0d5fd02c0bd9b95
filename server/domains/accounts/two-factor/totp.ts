import { generateSecret, generateURI, verify } from 'otplib';
import QRCode from 'qrcode';

/** One time step in seconds (RFC 6238); a code of the step before or after counts too, for clocks that differ. */
const period = 30;

/** The name that authenticators show (AUTH-09). */
const issuer = 'TrainTrail';

const codeForm = /^\d{6}$/;

/** Returns a typed code without spaces and dashes. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** Returns true if a typed code has the form of an authenticator's: six digits. */
export function isTotpForm(typed: string): boolean {
  return codeForm.test(plainCode(typed));
}

/** Returns a new shared secret: 160 random bits in Base32 (AUTH-09). */
export function newSecret(): string {
  return generateSecret();
}

/** Returns the address that an authenticator takes a secret from. */
export function enrolmentUri(secret: string, account: string): string {
  return generateURI({ issuer, label: account, secret });
}

/**
 * Returns the time step of a code, by the server's clock in `now`. Returns null for a wrong code, for one that is older or newer
 * than one step, and for a step that was used before (AUTH-09: no replay).
 */
export async function stepOf(
  secret: string,
  typed: string,
  now: Date,
  lastStep: number | null,
): Promise<number | null> {
  const token = plainCode(typed);
  if (!codeForm.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token, epoch, period, epochTolerance: period });
  if (!result.valid) return null;
  // Only the counter of HOTP has no step, and TrainTrail creates no such secret.
  const step = 'timeStep' in result ? result.timeStep : null;
  return step !== null && (lastStep === null || step > lastStep) ? step : null;
}

/** Returns a QR code as the page draws it: side in modules, and the dark modules as an SVG path. */
export function qrCodeOf(text: string): { size: number; path: string } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const parts: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) parts.push(`M${column} ${row}h1v1h-1z`);
    }
  }
  return { size, path: parts.join('') };
}

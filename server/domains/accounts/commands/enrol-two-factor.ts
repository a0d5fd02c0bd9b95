import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { currentPasswordRefused } from '#server/domains/accounts/commands/change-password.ts';
import { reauthenticate } from '#server/domains/accounts/reauthenticate.ts';
import {
  claimStep,
  findAuthenticator,
  resetSigningFactors,
  storePendingSecret,
  recordTwoFactor,
  replaceRecoveryCodes,
} from '#server/domains/accounts/two-factor/authenticators.store.ts';
import { codeRefused } from '#server/domains/accounts/two-factor/judge-code.ts';
import { enrolmentUri, newSecret, qrCodeOf, stepOf } from '#server/domains/accounts/two-factor/totp.ts';
import { authenticatorAddedMail } from '#server/domains/accounts/two-factor/two-factor.mails.ts';
import { createStopLink } from '#server/domains/accounts/stop-links.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/** The data that a person enters or scans to add a secret to an authenticator (AUTH-09). */
export interface Enrolment {
  readonly key: string;
  readonly uri: string;
  readonly qr: { size: number; path: string };
}

/**
 * Starts the enrolment of an authenticator (AUTH-09): a new secret that counts only after its first correct code. The command's
 * answer contains no secret, because answers are stored for a repeated request. Throws CURRENT_PASSWORD_WRONG, CONFLICT if one is
 * enrolled already, STEP_UP_REQUIRED for people without a password, TEMPORARY_PASSWORD, TOO_MANY_ATTEMPTS.
 */
export async function startEnrolment(
  ctx: RequestContext,
  form: { readonly currentPassword?: string | undefined },
): Promise<Enrolment> {
  const { actor, services } = ctx;
  // An administrator knows this password and could enrol the second factor.
  if (actor.session.temporaryCredential) {
    throw new AppError('TEMPORARY_PASSWORD', { reason: 'own_password_first' });
  }
  if (form.currentPassword === undefined && actor.session.authMethod === 'provider') ctx.requireStepUp();
  else if (!(await reauthenticate(ctx, form.currentPassword ?? '', 'two-factor enrolment'))) {
    throw currentPasswordRefused('current_password_wrong');
  }
  await ctx.command(async (tx) => {
    await tx.db.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    const standing = await findAuthenticator({ config: services.config, db: tx.db }, actor.id);
    if (standing?.confirmed) throw alreadyOn();
    await storePendingSecret(tx, actor.id, newSecret());
  });
  const pending = await findAuthenticator(services, actor.id);
  if (!pending || pending.confirmed) throw alreadyOn();
  const uri = enrolmentUri(pending.secret, actor.email);
  return { key: pending.secret, uri, qr: qrCodeOf(uri) };
}

/**
 * Turns on the second factor with a first code of the new authenticator, and returns ten recovery codes, only once
 * (AUTH-09). Throws CODE_REFUSED at `code`, CONFLICT if no enrolment was started within the last hour.
 */
export async function confirmEnrolment(
  ctx: RequestContext,
  form: { readonly code: string },
): Promise<readonly string[] | null> {
  const { actor, services } = ctx;
  const pending = await findAuthenticator(services, actor.id);
  if (pending?.confirmed) throw alreadyOn();
  if (!pending?.fresh) {
    throw new AppError('CONFLICT', { reason: 'two_factor_restart' });
  }
  const step = await stepOf(pending.secret, form.code, services.clock.now(), pending.lastStep);
  if (step === null) throw codeRefused();
  let shown: readonly string[] | null = null;
  await ctx.command(async (tx) => {
    // Created before the authenticator: the link removes everything that was added after the link.
    const stop = await createStopLink(tx, actor.id);
    const confirmed = await tx.db
      .updateTable('authenticators')
      .set({ confirmedAt: sql<Date>`app_now()` })
      .where('userId', '=', actor.id)
      .where('confirmedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst();
    if (!confirmed) throw alreadyOn();
    if (!(await claimStep(tx.db, actor.id, step))) throw codeRefused();
    await recordTwoFactor(tx, actor.id, true);
    await resetSigningFactors(tx, actor.id);
    // They are not in the command's answer, because that is stored for a repeated request.
    shown = await replaceRecoveryCodes(tx, actor.id);
    await queueMail(tx, {
      template: authenticatorAddedMail,
      to: stop.mailbox,
      userId: actor.id,
      language: actor.language,
      payload: {},
      secret: stop.secret,
      cause: `account.twoFactorChanged users ${actor.id}`,
    });
  });
  return shown;
}

const alreadyOn = () => new AppError('CONFLICT', { reason: 'two_factor_on' });

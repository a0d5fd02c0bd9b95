import { passkeysContract as contract } from '#shared/contract/passkeys.ts';
import {
  canAddPasskey,
  passkeyCreationOptions,
  registerPasskey,
  renamePasskey,
  revokePasskey,
} from '#server/domains/accounts/commands/manage-passkeys.ts';
import {
  passkeySignInOptions,
  signInByPasskey,
} from '#server/domains/accounts/commands/sign-in-by-passkey.ts';
import { listPasskeys } from '#server/domains/accounts/passkeys/passkeys.store.ts';
import { welcome } from '#server/domains/accounts/welcome.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';

/** Serves {@link contract}. */
export const passkeysRoutes: readonly Binding[] = [
  bind(contract.signInOptions, async (ctx) => ({ options: { ...(await passkeySignInOptions(ctx)) } })),
  bind(contract.signIn, async (ctx, { body }) => welcome(ctx, await signInByPasskey(ctx, body.response))),
  bind(contract.list, async (ctx) => {
    const [passkeys, canAdd] = await Promise.all([listPasskeys(ctx.db, ctx.actor.id), canAddPasskey(ctx)]);
    return { passkeys, canAdd };
  }),
  bind(contract.registerOptions, async (ctx) => ({ options: { ...(await passkeyCreationOptions(ctx)) } })),
  bind(contract.register, (ctx, { body }) => registerPasskey(ctx, body)),
  bind(contract.rename, async (ctx, { params, body }) => {
    await renamePasskey(ctx, params.passkeyId, body.name);
    return { ok: true as const };
  }),
  bind(contract.revoke, async (ctx, { params }) => {
    await revokePasskey(ctx, params.passkeyId);
    return { ok: true as const };
  }),
];

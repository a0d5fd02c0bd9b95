import { signaturesContract } from '#shared/contract/signatures.ts';
import { acceptAgreement } from '#server/domains/signatures/commands/accept-agreement.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';

/** Serves {@link signaturesContract}. */
export const signaturesRoutes: readonly Binding[] = [
  bind(signaturesContract.acceptAgreement, (ctx) =>
    ctx.command((tx) => acceptAgreement(tx, ctx.actor.id, ctx.actor.language)),
  ),
];

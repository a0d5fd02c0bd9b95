import { signingIdentityContract as signing } from '#shared/contract/signing-identity.ts';
import { signaturesContract } from '#shared/contract/signatures.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { meaningCodes, statementFor, statementText } from '#shared/domain/signatures/statements.ts';
import { requestConfirmation, sendOwnSigningLink } from '#server/domains/accounts/index.ts';
import { acceptAgreement } from '#server/domains/signatures/commands/accept-agreement.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';

/** Serves {@link signaturesContract}, and the calls of {@link signing} about the person themselves. */
export const signaturesRoutes: readonly Binding[] = [
  bind(signing.sendLink, async (ctx) => {
    await sendOwnSigningLink(ctx);
    return { ok: true as const };
  }),
  bind(signing.request, (ctx) => requestConfirmation(ctx)),
  bind(signaturesContract.statements, async () =>
    meaningCodes.flatMap((code) => {
      const statement = statementFor(code);
      return languages.map((language) => ({
        code,
        version: statement.version,
        language,
        text: statementText(statement, language),
      }));
    }),
  ),
  bind(signaturesContract.acceptAgreement, (ctx) =>
    ctx.command((tx) => acceptAgreement(tx, ctx.actor.id, ctx.actor.language)),
  ),
];

import { fileWithNote } from '#shared/contract/hr-schemas.ts';
import { agreementView as viewSchema } from '#shared/contract/hr-agreement-schemas.ts';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { agreementView } from './agreement-view.ts';
import { agreementFigures, agreementReach, findAgreement, listAgreements } from './agreements.queries.ts';
import { changeAgreement } from './commands/change-agreement.ts';
import { createAgreement } from './commands/create-agreement.ts';
import { sendAgreement } from './commands/send-agreement.ts';
import { signAgreement } from './commands/sign-agreement.ts';
import { uploadAgreement } from './commands/upload-agreement.ts';
import { withdrawAgreement } from './commands/withdraw-agreement.ts';
import type { AgreementTarget } from './agreements.store.ts';
import { declineAgreement } from './commands/decline-agreement.ts';
import { giveNotice } from './commands/give-notice.ts';
import { terminateAgreement } from './commands/terminate-agreement.ts';
import { listActivePeople } from './people.ts';
import { receiveDocument } from './receive-document.ts';
import { signedCopy } from './signed-copy.ts';

const readerReach = (ctx: RequestContext) => agreementReach(ctx.actor, ctx.reach);

async function viewOf(ctx: RequestContext, id: number) {
  const view = await agreementView(ctx.services, ctx.db, readerReach(ctx), ctx.actor.id, id);
  sendRevision(ctx, view.revision);
  return view;
}

/**
 * Returns the agreement that the caller means, refused where If-Match names an older one: terms and file that were never seen are
 * not sent or signed.
 */
function targetOf(ctx: RequestContext, id: number, submitted: unknown = null): AgreementTarget {
  const expected = expectedRevision(ctx);
  return {
    reach: ctx.reach,
    id,
    check: async (tx, stored) => {
      if (expected === null || expected === stored.revision) return;
      const view = await agreementView(ctx.services, tx.db, ctx.reach, ctx.actor.id, id);
      refuseStale(expected, stored, () => ({ current: viewSchema.parse(view), submitted }));
    },
  };
}

/** Returns the organization of an agreement of the area, for the trail; NOT_FOUND before anything is received or written. */
const organizationOf = async (ctx: RequestContext, id: number) => {
  const { organizationId } = await findAgreement(ctx.db, ctx.reach, id, { area: true });
  return { organizationId };
};

/** Handlers of consulting agreements (HR-03). */
export const hrAgreementsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listAgreements(ctx.db, readerReach(ctx), query);
    await ctx.recordAccesses(
      'hr_agreements',
      rows.map((row) => ({ id: String(row.id), facts: { organizationId: row.organizationId } })),
    );
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.figures, async (ctx, { query }) => agreementFigures(ctx.db, ctx.reach, query)),
  bind(contract.parties, async (ctx, { query }) => {
    const { rows, total } = await listActivePeople(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params }) => {
    const view = await viewOf(ctx, params.id);
    await ctx.recordAccess('hr_agreements', String(view.id), {
      organizationId: view.organizationId,
      ...(view.partyUserId === null ? {} : { subjectId: view.partyUserId }),
    });
    return view;
  }),
  bind(contract.signedCopy, (ctx, { params, query }) => signedCopy(ctx, params.id, query)),
  bind(contract.create, async (ctx, { body: { organizationId, ...terms } }) => {
    const id = await ctx.command((tx) => createAgreement(tx, ctx.reach, organizationId, terms), {
      organizationId,
    });
    return viewOf(ctx, id);
  }),
  bind(contract.change, async (ctx, { params, body }) => {
    const target = targetOf(ctx, params.id, body);
    const organization = await organizationOf(ctx, params.id);
    await ctx.command((tx) => changeAgreement(tx, target, body), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.upload, async (ctx, { params }) => {
    const organization = await organizationOf(ctx, params.id);
    const { fields, file } = await receiveDocument(ctx, fileWithNote.fields);
    const target = targetOf(ctx, params.id);
    await ctx.command((tx) => uploadAgreement(tx, target, file, fields.note), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.send, async (ctx, { params }) => {
    const organization = await organizationOf(ctx, params.id);
    await ctx.command((tx) => sendAgreement(tx, targetOf(ctx, params.id)), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.withdraw, async (ctx, { params }) => {
    const organization = await organizationOf(ctx, params.id);
    await ctx.command((tx) => withdrawAgreement(tx, targetOf(ctx, params.id)), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.sign, async (ctx, { params, body }) => {
    const { organizationId } = await findAgreement(ctx.db, ctx.reach, params.id);
    const authorization = await authorizeSignature(ctx, body.signature);
    await ctx.command(
      (tx) => signAgreement(tx, targetOf(ctx, params.id), authorization, body.signature.meaning),
      { organizationId },
    );
    return viewOf(ctx, params.id);
  }),
  bind(contract.terminate, async (ctx, { params, body }) => {
    const organization = await organizationOf(ctx, params.id);
    const { reason, lastDay } = body;
    const target = targetOf(ctx, params.id, body);
    await (lastDay === undefined
      ? ctx.command((tx) => terminateAgreement(tx, target, reason), { ...organization, reason })
      : ctx.command((tx) => giveNotice(tx, target, { reason, lastDay }), {
          ...organization,
          reason,
          action: 'agreement.notice_given',
        }));
    return viewOf(ctx, params.id);
  }),
  bind(contract.decline, async (ctx, { params, body }) => {
    const { organizationId } = await findAgreement(ctx.db, ctx.reach, params.id);
    const target = targetOf(ctx, params.id, body);
    await ctx.command((tx) => declineAgreement(tx, target, ctx.actor.id, body.reason), {
      organizationId,
      reason: body.reason,
    });
    return viewOf(ctx, params.id);
  }),
];

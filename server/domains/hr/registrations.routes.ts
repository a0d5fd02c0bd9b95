import { fileWithNote } from '#shared/contract/hr-schemas.ts';
import {
  hrRegistrationsContract as contract,
  registrationDocumentFields,
} from '#shared/contract/hr-registrations.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, sendRevision } from '#server/platform/http/if-match.ts';
import { addRegistrationDocument } from './commands/add-registration-document.ts';
import { changeRegistration } from './commands/change-registration.ts';
import { changeRegistrationDocument } from './commands/change-registration-document.ts';
import { createRegistration } from './commands/create-registration.ts';
import { restoreRegistration } from './commands/restore-registration.ts';
import { retireRegistration } from './commands/retire-registration.ts';
import { uploadRegistrationVersion } from './commands/upload-registration-version.ts';
import { receiveDocument } from './receive-document.ts';
import { listRegistrations, registrationView } from './registrations.queries.ts';

const viewOf = async (ctx: RequestContext, id: number) => {
  const view = await registrationView(ctx.db, ctx.reach, id);
  sendRevision(ctx, view.revision);
  return view;
};

/** Returns the organization of a registration of the reach, for the trail; NOT_FOUND before anything is received or written. */
const organizationOf = async (ctx: RequestContext, id: number) => {
  const { organizationId } = await registrationView(ctx.db, ctx.reach, id);
  return { organizationId };
};

/** Handlers of registrations (HR-01). */
export const hrRegistrationsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listRegistrations(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params }) => {
    const view = await viewOf(ctx, params.id);
    await ctx.recordAccess('hr_registrations', String(view.id), { organizationId: view.organizationId });
    return view;
  }),
  bind(contract.create, async (ctx, { body }) => {
    const { organizationId } = body;
    const id = await ctx.command((tx) => createRegistration(tx, ctx.reach, body), { organizationId });
    return viewOf(ctx, id);
  }),
  bind(contract.change, async (ctx, { params, body }) => {
    const organization = await organizationOf(ctx, params.id);
    const seen = expectedRevision(ctx);
    await ctx.command((tx) => changeRegistration(tx, ctx.reach, params.id, body, seen), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.retire, async (ctx, { params, body: { reason } }) => {
    const organization = await organizationOf(ctx, params.id);
    const seen = expectedRevision(ctx);
    await ctx.command((tx) => retireRegistration(tx, ctx.reach, params.id, reason, seen), {
      ...organization,
      reason,
    });
    return viewOf(ctx, params.id);
  }),
  bind(contract.restore, async (ctx, { params }) => {
    const organization = await organizationOf(ctx, params.id);
    const seen = expectedRevision(ctx);
    await ctx.command((tx) => restoreRegistration(tx, ctx.reach, params.id, seen), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.addDocument, async (ctx, { params }) => {
    const organization = await organizationOf(ctx, params.id);
    const { fields, file } = await receiveDocument(ctx, registrationDocumentFields);
    await ctx.command((tx) => addRegistrationDocument(tx, ctx.reach, params.id, file, fields), organization);
    return viewOf(ctx, params.id);
  }),
  bind(contract.uploadVersion, async (ctx, { params: { id, documentId } }) => {
    const organization = await organizationOf(ctx, id);
    const { fields, file } = await receiveDocument(ctx, fileWithNote.fields);
    await ctx.command(
      (tx) => uploadRegistrationVersion(tx, ctx.reach, id, documentId, file, fields.note),
      organization,
    );
    return viewOf(ctx, id);
  }),
  bind(contract.changeDocument, async (ctx, { params: { id, documentId }, body }) => {
    const organization = await organizationOf(ctx, id);
    await ctx.command((tx) => changeRegistrationDocument(tx, ctx.reach, id, documentId, body), organization);
    return viewOf(ctx, id);
  }),
];

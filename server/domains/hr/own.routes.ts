import { hrOwnContract as contract } from '#shared/contract/hr-own.ts';
import { bind } from '#server/platform/http/bind.ts';
import { agreementsOfParty } from './agreements.queries.ts';
import { openDocumentsOf } from './open-documents.queries.ts';
import { responsibleDocuments, toRead } from './own-documents.queries.ts';

/** Handlers of a person's own side of the HR area (HR-02…04). */
export const hrOwnRoutes = [
  bind(contract.documents, async (ctx) => {
    const { id } = ctx.actor;
    const [{ open }, agreements, documents, mine] = await Promise.all([
      openDocumentsOf(ctx.db, id),
      agreementsOfParty(ctx.db, id),
      toRead(ctx.db, id),
      responsibleDocuments(ctx.db, id),
    ]);
    return {
      open,
      agreements,
      documents: documents.map((document) => ({
        ...document,
        statement: document.acknowledgedAt === null ? ('document_acknowledged' as const) : null,
      })),
      lookedAfter: mine,
    };
  }),
  bind(contract.open, (ctx) => openDocumentsOf(ctx.db, ctx.actor.id)),
];

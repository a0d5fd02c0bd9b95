import { recordProtectionContract as contract } from '#shared/contract/record-protection.ts';
import { trailBundle } from '#shared/domain/reports/data-sets.ts';
import { requestExport } from '#server/domains/reports/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { readSealEnds, readSealLag } from './audit.queries.ts';
import { writeBundleJob } from './bundle/bundle.jobs.ts';
import { listCopies } from './destinations/copies.queries.ts';

/** Binds the calls of the page 'How these records are protected' (AUD-02, INS-01). */
export const recordProtectionRoutes = [
  bind(contract.get, async (ctx) => {
    const [ends, { unsealed }, copies] = await Promise.all([
      readSealEnds(ctx.db),
      readSealLag(ctx.db),
      listCopies(ctx.services.config, ctx.db),
    ]);
    return {
      ...ends,
      unsealedEvents: unsealed,
      // Addresses and errors are for administrators (`integrityChecks.copies`).
      copies: copies.map(({ kind, state, sentNumber, sentAt }) => ({ kind, state, sentNumber, sentAt })),
    };
  }),
  bind(contract.bundle, async (ctx) => {
    const { id: requestedBy, language, readerZone: timeZone } = ctx.actor;
    return ctx.command(async (tx) => ({
      id: await requestExport(tx, writeBundleJob, {
        dataSet: trailBundle,
        format: 'zip',
        columns: [],
        filters: { org: 'all' },
        requestedBy,
        language,
        timeZone,
      }),
    }));
  }),
];

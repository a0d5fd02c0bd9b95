import { readFile } from 'node:fs/promises';
import { recordProtectionContract as contract } from '#shared/contract/record-protection.ts';
import { trailBundle } from '#shared/domain/reports/data-sets.ts';
import { requestExport } from '#server/domains/reports/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { readSealEnds, readSealLag } from './audit.queries.ts';
import { writeBundleJob } from './bundle/bundle.jobs.ts';
import { requireReached } from './bundle/reached-part.ts';
import { listCopies } from './destinations/copies.queries.ts';
import { verifierFile } from './export-bundle.ts';
import { sha256 } from './merkle.ts';

/** Binds the calls of the page 'How these records are protected' (AUD-02, INS-01). */
export const recordProtectionRoutes = [
  bind(contract.get, async (ctx) => {
    // The number is that of the whole installation.
    const countsAll = ctx.reach.all;
    const [ends, lag, copies, verifier] = await Promise.all([
      readSealEnds(ctx.db),
      countsAll ? readSealLag(ctx.db) : null,
      listCopies(ctx.services.config, ctx.db),
      readFile(verifierFile),
    ]);
    return {
      ...ends,
      verifierHash: sha256(verifier).toString('hex'),
      unsealedEvents: lag?.unsealed ?? null,
      // Addresses and errors are for administrators (`integrityChecks.copies`).
      copies: copies.map(({ kind, state, sentNumber, sentAt }) => ({ kind, state, sentNumber, sentAt })),
    };
  }),
  bind(contract.bundle, async (ctx, { body: { organizationId } }) => {
    const { id: requestedBy, language, readerZone: timeZone } = ctx.actor;
    if (organizationId !== undefined) await requireReached(ctx.db, ctx.reach, organizationId);
    return ctx.command(async (tx) => ({
      id: await requestExport(tx, writeBundleJob, {
        dataSet: trailBundle,
        format: 'zip',
        columns: [],
        filters: { org: organizationId ?? 'all' },
        requestedBy,
        language,
        timeZone,
      }),
    }));
  }),
];

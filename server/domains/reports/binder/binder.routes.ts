import { bindersContract as contract } from '#shared/contract/binders.ts';
import { AppError } from '#shared/contract/errors.ts';
import { binder, MAX_IN_BINDER } from '#shared/domain/reports/data-sets.ts';
import { bind } from '#server/platform/http/bind.ts';
import { reachOf } from '../exports/requested.ts';
import { exportViews } from '../exports/exports.store.ts';
import { requestExport } from '../exports/request-export.ts';
import { requestedTeam } from '../requested-scope.ts';
import { countInScope, countReached } from './binder-people.queries.ts';
import { writeBinderJob } from './binder.jobs.ts';

/** Binds the request of a binder (INS-04). */
export const binderRoutes = [
  bind(contract.request, async (ctx, { body }) => {
    const { userIds, organizationId, team, asOf } = body;
    const { id: requestedBy, language, readerZone } = ctx.actor;
    const reach = reachOf(ctx.actor, binder);
    const org = organizationId ?? ('all' as const);
    const people = userIds && [...new Set(userIds)];
    if (team === true) requestedTeam(reach, requestedBy);
    const count = people
      ? await countReached(ctx.db, reach, people)
      : await countInScope(
          ctx.db,
          { userIds: null, org, teamOf: team === true ? requestedBy : null },
          reach,
          MAX_IN_BINDER,
        );
    // People out of reach, and an organization without people within it, are treated as missing.
    if (count === 0 || (people && count < people.length))
      throw new AppError('NOT_FOUND', { reason: people ? 'user_not_found' : 'binder_empty' });
    if (count > MAX_IN_BINDER)
      throw new AppError('CONFLICT', { reason: 'binder_too_many', params: { maximum: MAX_IN_BINDER } });
    return ctx.command(
      async (tx) => {
        const id = await requestExport(tx, writeBinderJob, {
          dataSet: binder,
          format: 'zip',
          columns: [],
          filters: { org, asOf, ...(team && { team }), ...(people && { chosen: people.length }) },
          requestedBy,
          language: body.language ?? language,
          timeZone: body.timeZone ?? readerZone,
          ...(people && { people }),
        });
        const [view] = await exportViews(tx.db, { id });
        if (!view) throw new AppError('NOT_FOUND');
        return view;
      },
      { organizationId: organizationId ?? null },
    );
  }),
];

import { AppError } from '#shared/contract/errors.ts';
import { noReach, resolveReach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { hasMatrix } from './grid-modules.queries.ts';

/** NOT_FOUND for a matrix that the reader may not see, at the end of the day where one is given. */
export async function requireMatrix(
  ctx: RequestContext,
  { asOf, matrixId }: { readonly asOf?: CalendarDate | undefined; readonly matrixId?: number | undefined },
): Promise<void> {
  if (matrixId === undefined) return;
  const reach = resolveReach(ctx.actor, 'matrices.view') ?? noReach;
  if (!(await hasMatrix(ctx.db, { reach, asOf, matrixId })))
    throw new AppError('NOT_FOUND', { errors: [{ path: 'matrixId', reason: 'matrix_unknown' }] });
}

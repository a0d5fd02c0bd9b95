import { AppError } from '#shared/contract/errors.ts';
import { qualifiedContract as contract } from '#shared/contract/qualified.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import { noReach, resolveReach, wholeReach, type Reach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { qualifiedFileName } from '#shared/domain/reports/export-name.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { isVisible, rememberedContents } from '#server/domains/assignments/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { issuing } from '#server/platform/papers/issue-paper.ts';
import { findVisibleModule } from '../module-people/module-people.queries.ts';
import { calendarDay, refuseFuture, requestedTeam } from '../requested-scope.ts';
import { afterOf, nextOf, type ListKey } from './list-key.ts';
import { modulesOfMatrix, readVersions } from './modules.queries.ts';
import { keyOf } from './qualified.queries.ts';
import type { RequestedPairs } from './next-people.ts';
import { completedElsewhere, erasureOf, startsAfter, todayOf } from './unanswered.queries.ts';
import { downloadOf } from '#server/platform/http/download-of.ts';
import { requestedPaper } from '#server/platform/papers/requested-paper.ts';
import { qualifiedPdf } from './qualified-pdf.ts';
import { readAnswer } from './answer.queries.ts';
import {
  judgeAnswer,
  judgeFacts,
  judgePairs,
  readFacts,
  versionsOf,
  type JudgedPair,
} from './judge-pairs.ts';
import { answerOf, effectiveVersionOf, rowOf, type Answer } from './qualified.ts';

/** The number of pairs that are judged at a time if only pairs with one answer are wanted. */
const batch = 10_000;

/** Binds 'Was this person qualified for this on that day?' (INS-02). */
export const qualifiedRoutes = [
  bind(contract.answer, async (ctx, { query }) => {
    // A person reads their own answer without a record, as the rest of their training file.
    return answered(ctx, query, (day) =>
      query.person === ctx.actor.id ? Promise.resolve() : recordQuestion(ctx, { ...query, day }),
    );
  }),
  bind(contract.paper, async (ctx, { query: { asOf: given, language, timeZone: zone, ...query } }) => {
    const head = await requestedPaper(ctx, { asOf: given, language, timeZone: zone });
    const { asOf, timeZone } = head;
    const exported = () => recordQuestion(ctx, query, { format: 'pdf', asOf: asOf.toISOString() });
    const answer = await answered(ctx, query, exported, asOf);
    const pdf = qualifiedPdf(ctx.services.config, { ...head, answer });
    const name = qualifiedFileName(fullName(answer.person), query.day);
    const paper = {
      kind: 'qualified',
      format: 'pdf',
      asOf,
      timeZone,
      organizationId: null,
      scope: query,
    } as const;
    return new RawAnswer(
      200,
      { ...downloadOf(name), 'content-type': 'application/pdf' },
      issuing(ctx, paper, pdf),
    );
  }),
  bind(contract.list, async (ctx, { query }) => {
    const { day, limit } = query;
    refuseFuture(day, calendarDay(ctx.services.clock.now(), latestZone), 'day');
    const asked = await listAsked(ctx, query);
    const now = ctx.services.clock.now();
    if (query.version !== undefined && query.module !== undefined)
      effectiveVersionOf(await readVersions(ctx.db, [query.module]), query.version, now);
    const rows = asked === null ? [] : await judgedRows(ctx, query, asked);
    if (rows.length === 0 && query.after === undefined && (await startsAfter(ctx.db, ctx.reach, day)))
      throw beforeFirstRecord();
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      day,
      answeredAt: now,
      rows: shown.map((row) => rowOf(row, query.version, now)),
      next: last ? nextOf(keyOf(last.pair)) : null,
    };
  }),
];

const beforeFirstRecord = (elsewhere = false) =>
  new AppError('VALIDATION_FAILED', {
    errors: [{ path: 'day', reason: elsewhere ? 'before_moving_in' : 'before_first_record' }],
  });

const notFound = (
  path: 'person' | 'module' | 'matrix' | 'manager',
  reason: 'user_not_found' | 'module_not_found' | 'matrix_unknown',
) => new AppError('NOT_FOUND', { errors: [{ path, reason }] });

/**
 * The answer about one person (INS-02); on paper, by the records at its instant (INS-03). Callers may ask if they can open the person's
 * training file today, or reached the person on that day. Errors: NOT_FOUND for a person or module out of reach, VALIDATION_FAILED for a
 * day without an answer.
 *
 * @param record writes the reading to the trail, while the evidence is checked: before anything of the answer leaves (AUD-01)
 */
async function answered(
  ctx: RequestContext,
  asked: QueryOf<typeof contract.answer>,
  record: (day: CalendarDate) => Promise<void>,
  knownAt?: Date,
): Promise<Answer> {
  const { person: userId, module: moduleId } = asked;
  const now = knownAt ?? ctx.services.clock.now();
  const day = asked.day ?? (await todayOf(ctx.db, userId));
  if (day === null) throw notFound('person', 'user_not_found');
  refuseFuture(day, calendarDay(now, latestZone), 'day');
  const read = (reach: Reach) =>
    readAnswer(ctx.db, {
      scope: { reach, org: 'all', userId, asOf: day, knownAt },
      moduleIds: [moduleId],
      withInactive: true,
    });
  // The facts are the same for every reader: only whether there are any depends on the reach.
  const reached = await read(ctx.reach);
  const isSeen = reached !== undefined || (await isVisible(ctx, userId));
  const pair = isSeen && reached === undefined && !ctx.reach.all ? await read(wholeReach) : reached;
  if (!pair) throw await unanswered(ctx, { ...asked, day }, isSeen);
  refuseFuture(day, calendarDay(now, pair.zone), 'day');
  // For a module without records of this person, only readers who may see it at all get an answer.
  if (pair.cycles.length === 0 && pair.matrices.length === 0) await requireModule(ctx, moduleId);
  if (asked.version !== undefined) effectiveVersionOf(versionsOf(pair), asked.version, now);
  const [, judged] = await Promise.all([record(day), judgeAnswer(ctx.services, day, pair)]);
  if (!judged) throw new Error('the person and the module were not judged');
  return answerOf(judged, day, now, asked.version);
}

/** Records who asked about which person, module and day, before the answer leaves (AUD-01). */
const recordQuestion = (
  ctx: RequestContext,
  { person, module, day, version }: QueryOf<typeof contract.answer>,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> =>
  ctx.recordAccess('training_modules', String(module), { subjectId: person, day, version, ...facts });

/** The zone in which a day starts first. */
const latestZone = 'Etc/GMT-14';

/** Returns the reasons why there is no answer, each with its field. */
async function unanswered(
  ctx: RequestContext,
  { person, module, day }: { readonly person: string; readonly module: number; readonly day: CalendarDate },
  isSeen: boolean,
): Promise<AppError> {
  if (!isSeen) return notFound('person', 'user_not_found');
  await requireModule(ctx, module);
  const erasedAt = await erasureOf(ctx.db, person);
  if (erasedAt !== null && calendarDay(erasedAt, latestZone) <= day)
    return new AppError('VALIDATION_FAILED', { errors: [{ path: 'person', reason: 'erased_by_then' }] });
  return beforeFirstRecord(await completedElsewhere(ctx.db, person, module, day));
}

/** Refuses a module that the reader may not see in the same way as one that does not exist, so that the answer discloses nothing. */
async function requireModule(ctx: RequestContext, id: number): Promise<void> {
  if (!(await findVisibleModule(ctx.db, ctx.reach, id))) throw notFound('module', 'module_not_found');
}

/** Returns the people and modules of a list; null: the matrix held no module that day. */
async function listAsked(
  ctx: RequestContext,
  query: QueryOf<typeof contract.list>,
): Promise<Omit<RequestedPairs, 'after' | 'limit'> | null> {
  const { day: asOf, module, matrix: matrixId } = query;
  const reach = query.team === true ? requestedTeam(ctx.reach, ctx.actor.id) : ctx.reach;
  const scope = {
    reach,
    org: query.organization ?? 'all',
    departmentId: query.department,
    managerId: query.manager,
    q: query.q,
    asOf,
  } as const;
  // A day that is still to come here has started for some of the people.
  const onlyBegun = asOf > calendarDay(ctx.services.clock.now(), ctx.actor.timeZone);
  const whole = { scope, withInactive: false, onlyBegun };
  if (module === undefined && (matrixId === undefined || query.version !== undefined)) {
    const reason = 'module_or_matrix_needed';
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'module', reason }] });
  }
  if (query.manager !== undefined && !(await isVisible(ctx, query.manager)))
    throw notFound('manager', 'user_not_found');
  if (module !== undefined) await requireModule(ctx, module);
  if (matrixId === undefined) return { ...whole, moduleIds: module === undefined ? [] : [module] };
  const matrices = resolveReach(ctx.actor, 'matrices.view') ?? noReach;
  const held = await modulesOfMatrix(ctx.db, { scope: { ...scope, reach: matrices }, matrixId });
  if (held === undefined) throw notFound('matrix', 'matrix_unknown');
  const moduleIds = module === undefined ? held : [module];
  return moduleIds.length === 0 ? null : { ...whole, moduleIds, matrixId };
}

/** Returns one row more than the page has; with a wanted answer batch by batch until there are as many. */
async function judgedRows(
  ctx: RequestContext,
  { answer, reading, limit, after }: QueryOf<typeof contract.list>,
  asked: Omit<RequestedPairs, 'after' | 'limit'>,
): Promise<readonly JudgedPair[]> {
  const key: ListKey | null = after === undefined ? null : afterOf(after);
  if (answer === undefined)
    return judgePairs(ctx.services, ctx.db, { ...asked, after: key, limit: limit + 1 });
  const contents = rememberedContents(ctx.services, ctx.db);
  const read = (from: ListKey | null) => {
    const facts = readFacts(ctx.db, { ...asked, after: from, limit: batch });
    // Thrown where it is awaited; a batch too many is let go.
    facts.catch(() => undefined);
    return facts;
  };
  const found: JudgedPair[] = [];
  let next = read(key);
  while (found.length <= limit) {
    const facts = await next;
    const last = facts.pairs.at(-1);
    const isLast = facts.pairs.length < batch || last === undefined;
    // The database reads the next batch while this one is judged.
    if (!isLast) next = read(keyOf(last));
    const judged = await judgeFacts(ctx.services, ctx.db, asked.scope.asOf, facts, contents);
    found.push(...judged.filter((one) => (reading === 'then' ? one.asThen : one.asNow).answer === answer));
    if (isLast) break;
  }
  return found.slice(0, limit + 1);
}

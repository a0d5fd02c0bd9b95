import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, RawBuilder } from 'kysely';
import type { Readable, Writable } from 'node:stream';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { CommandFacts } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';

/** Options of a command that a handler opens. */
export interface CommandOptions {
  /** The reason, if the rule requires one (AUD-01). */
  readonly reason?: string | undefined;
  /** The organization of rows that name none themselves, and of a command that changes no row (AUD-03). */
  readonly organizationId?: number | null | undefined;
  /** The person concerned, if no changed record names one. */
  readonly subjectId?: string;
  /** The locks that the command takes at its start. */
  readonly locks?: RawBuilder<unknown>;
  /** The command's answer, read in the statement that proves it; not read where an earlier answer is repeated. */
  readonly answer?: CommandFacts['answer'];
  /** An action other than the endpoint's own, if one call does different things. */
  readonly action?: string;
}

/** Everything a handler may use; created for each request. */
export interface RequestContext {
  readonly services: Services;
  readonly db: Kysely<DB>;
  /** The signed-in person; throws UNAUTHENTICATED on public calls without one. */
  readonly actor: Actor;
  readonly maybeActor: Actor | null;
  /** The reach of the endpoint's permission for this actor (DESIGN rule 2). */
  readonly reach: Reach;
  readonly requestId: string;
  /** The peer's address, taken from a proxy only if it is configured as trusted. */
  readonly ip: string;
  readonly userAgent: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The call's declaration about revisions: whether its answers have one, and whether it compares `If-Match`. */
  readonly revision: AnyEndpoint['revision'];
  /** Records the content of a multipart call: with its Idempotency-Key other fields or files are another call (DESIGN 'The wire'). */
  received(content: unknown): void;
  /** Refuses a change that needs a fresh authentication, for calls that do not always need one (AUTH-19): STEP_UP_REQUIRED. */
  requireStepUp(): void;
  /** Opens the command of this call: one transaction with actor, reason and request in the trail. */
  command<T>(work: (tx: CommandTransaction) => Promise<T>, options?: CommandOptions): Promise<T>;
  /** Runs a command and undoes it: shows its effect by its own code (MTX-06). */
  rehearse<T>(work: (tx: CommandTransaction) => Promise<T>): Promise<T>;
  /** Records a sensitive read in the trail and waits until it is committed (AUD-01). */
  recordAccess(objectType: string, objectId: string, facts?: Record<string, unknown>): Promise<void>;
  /** Records sensitive reads of many records of one kind, in one statement (AUD-01). */
  recordAccesses(
    objectType: string,
    objects: readonly { readonly id: string; readonly facts?: Record<string, unknown> }[],
  ): Promise<void>;
  /** Sets the length of the whole list: `X-Total-Count` and `Link` (RFC 8288). */
  total(count: number, page: { readonly limit: number; readonly offset: number }, shown?: number): void;
  /** Returns the page of a list that is completely in memory, with {@link total}. */
  page<Row>(rows: readonly Row[], page: { readonly limit: number; readonly offset: number }): Row[];
}

/** A body that writes itself into the response, at the speed of the reader; throws if the reader disconnects. */
export type SelfWriting = (sink: Writable) => Promise<void>;

type RawBody = Readable | SelfWriting | Buffer | string | null;

/** An answer that is not JSON: a file, a page, a redirect. */
export class RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RawBody;
  /** Whether a client that stops reading is disconnected, as with every stream, although the body writes itself (F20). */
  readonly mustBeRead: boolean;

  constructor(
    status: number,
    headers: Record<string, string>,
    body: RawBody,
    { mustBeRead = false }: { readonly mustBeRead?: boolean } = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.mustBeRead = mustBeRead;
  }
}

/** Sends the browser to a path of this site. */
export function redirectTo(path: `/${string}`): RawAnswer {
  return new RawAnswer(302, { location: path, 'cache-control': 'no-store' }, null);
}

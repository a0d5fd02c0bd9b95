import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { RawAnswer, RequestContext } from '#server/platform/http/context.ts';

/** The input of a handler after validation. */
export interface Input<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

/** Serves one call: reads the input, calls commands and queries, returns the response of the contract. */
export type Handler<E> = (ctx: RequestContext, input: Input<E>) => Promise<ResponseInput<E> | RawAnswer>;

/** A call of the contract with the handler that serves it. */
export interface Binding {
  readonly endpoint: AnyEndpoint;
  readonly handle: (ctx: RequestContext, input: Input<AnyEndpoint>) => Promise<unknown>;
}

/** Binds a handler to its endpoint with the types of the contract (DESIGN rule 1). */
export function bind<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): Binding {
  return { endpoint, handle: handler };
}

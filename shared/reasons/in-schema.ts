import type { ParamsOf, PlainReason, Reason, ReasonWithParams } from './reasons.ts';

/** Returns a reason as the message of a schema, whose messages are texts; {@link reasonInSchema} reads it. */
export function because(reason: PlainReason): string;
export function because<Code extends Exclude<Reason, PlainReason>>(
  reason: Code,
  params: ParamsOf<Code>,
): string;
export function because(reason: Reason, params?: object): string {
  return params ? `${reason} ${JSON.stringify(params)}` : reason;
}

const form = /^([a-z][a-z_]*)(?: (\{.*\}))?$/s;

/** Returns the reason in the message of a schema of the contract; `invalid` for any other message. */
export function reasonInSchema(message: string): ReasonWithParams {
  const [, reason, params] = form.exec(message) ?? [];
  if (reason === undefined) return { reason: 'invalid' };
  // `because` wrote both, and its types keep them consistent.
  return {
    reason,
    ...(params !== undefined && { params: JSON.parse(params) as object }),
  } as ReasonWithParams;
}

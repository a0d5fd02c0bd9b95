import { i18n } from '@lingui/core';
import type { ParamsOf, PlainReason, Reason } from '#shared/reasons/reasons.ts';
import { ApiError } from '#app/lib/api-error.ts';

type Params = Readonly<Record<string, string | number>>;

/** Returns the sentence of a reason in the person's language (SHELL-09). */
export function reasonText(reason: PlainReason): string;
export function reasonText<Code extends Exclude<Reason, PlainReason>>(
  reason: Code,
  params: ParamsOf<Code>,
): string;
export function reasonText(reason: Reason, params: Params = {}): string {
  return i18n._(idOf(reason), params);
}

/** A reason from the server, or from a rule that the page shares with it. */
export interface GivenReason {
  readonly reason: string;
  readonly params?: Params | undefined;
  /** Its English sentence, if it came from the server. */
  readonly message?: string;
}

/**
 * Returns the sentence of a reason in the person's language. A server that is newer than the page may send one that the catalogue does
 * not have: then its English sentence is shown.
 */
export function reasonInWords({ reason, params = {}, message }: GivenReason): string {
  const id = idOf(reason);
  return message === undefined || i18n.messages[id] !== undefined ? i18n._(id, params) : message;
}

/** Returns the text of a failed call for the person: the server's reason, never a status text or the page of a proxy. */
export function explain(error: ApiError): string {
  return explainReason(error) ?? reasonText('internal');
}

/** Returns the server's reason of an error in the person's language; undefined if only its status or a proxy's page arrived. */
export function explainReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // For a call without an answer, the page's message is already a text of the catalogue.
  if (error.status === 0) return error.detail;
  const { problem, detail } = error;
  return problem && reasonInWords({ reason: problem.reason, params: problem.params, message: detail });
}

const idOf = (reason: string): string => `reason.${reason}`;

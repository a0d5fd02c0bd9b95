/** A body with the reason that was typed; without one where there is none. */
export const withReason = <Body extends object>(body: Body, reason: string): Body & { reason?: string } =>
  reason.trim() === '' ? body : { ...body, reason: reason.trim() };

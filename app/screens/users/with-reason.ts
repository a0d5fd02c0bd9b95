/** Returns a body with the entered reason, or without one if it is empty. */
export const withReason = <Body extends object>(body: Body, reason: string): Body & { reason?: string } =>
  reason.trim() === '' ? body : { ...body, reason: reason.trim() };

let ended = false;

/** The session has ended: the page goes to the sign-in, and nothing that was entered could be saved any more (AUTH-12). */
export function leaveForSignIn(): void {
  ended = true;
}

/** True while leaving the page with unsaved changes has to ask. */
export function asksBeforeLeaving(): boolean {
  return !ended;
}

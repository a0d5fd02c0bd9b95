let ended = false;

/** Records that the session has ended and the page goes to the sign-in: unsaved entries could not be saved any more (AUTH-12). */
export function leaveForSignIn(): void {
  ended = true;
}

/** Returns whether the page must ask before it is left with unsaved changes. */
export function asksBeforeLeaving(): boolean {
  return !ended;
}

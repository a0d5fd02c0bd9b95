import { confirmationResults, type ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';

/** The channel between the windows of this site in this browser; the window at the provider has lost its opener during the redirects. */
const name = 'traintrail-confirmation';

/** Returns the result of a confirmation in an address or a message; unknown values are failures. */
export function confirmationResult(said: unknown): ConfirmationResult {
  return confirmationResults.find((result) => result === said) ?? 'failed';
}

/** Reports the result of the confirmation at the provider to the dialog in another window (SIG-01). */
export function broadcastConfirmation(result: ConfirmationResult): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(result);
  channel.close();
}

/** Calls the listener with the result; returns a function that stops listening. */
export function onConfirmation(listener: (result: ConfirmationResult) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    listener(confirmationResult(data)),
  );
  return () => channel.close();
}

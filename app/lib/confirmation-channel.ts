import { confirmationResults, type ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';

/** The windows of this site in this browser; the window at the provider has lost its opener on the way. */
const name = 'traintrail-confirmation';

/** What an address or a message says of a confirmation; anything unknown is a failure. */
export function confirmationResult(said: unknown): ConfirmationResult {
  return confirmationResults.find((result) => result === said) ?? 'failed';
}

/** Reports the result of the confirmation at the provider to the dialog in another window (SIG-01). */
export function broadcastConfirmation(result: ConfirmationResult): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(result);
  channel.close();
}

/** Waits for it; answers how to stop. */
export function onConfirmation(listener: (result: ConfirmationResult) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    listener(confirmationResult(data)),
  );
  return () => channel.close();
}

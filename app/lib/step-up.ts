/** Lets the person prove their identity again; false if the person cancelled. */
export type StepUpPrompt = () => Promise<boolean>;

let asker: StepUpPrompt | undefined;
let underWay: Promise<boolean> | undefined;

/** Sets the function that shows the dialog of {@link confirmIdentity}; the returned function removes it. */
export function onStepUp(ask: StepUpPrompt): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Requests a fresh authentication (AUTH-19); calls that need one at the same time share the dialog. */
export function confirmIdentity(): Promise<boolean> {
  if (!asker) return Promise.resolve(false);
  underWay ??= asker().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

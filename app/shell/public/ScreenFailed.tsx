import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** Replaces a screen that failed while it was rendered or fetched (SHELL-07). */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />;
}

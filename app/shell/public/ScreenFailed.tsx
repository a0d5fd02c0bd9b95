import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** Stands in for a screen that failed while it was drawn or fetched (SHELL-07). */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />;
}

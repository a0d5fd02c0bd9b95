import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Closes the tab of the viewer (SPEC §2.17 'Close Window'). A browser closes only a tab that was opened by a page and has shown
 * nothing else. Any other tab opens the home page instead, so that the button always leaves the viewer.
 */
export function useCloseWindow(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (window.opener !== null || window.history.length <= 1) window.close();
    else void navigate({ to: '/' });
  }, [navigate]);
}

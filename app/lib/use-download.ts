import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';

/** The files that a screen offers: which one is being fetched, which one failed and why, and how to start one. */
export interface Download<Key extends string> {
  readonly busy: Key | null;
  readonly failed: { readonly key: Key; readonly text: string } | null;
  readonly save: (key: Key) => void;
  readonly dismiss: () => void;
}

/** Fetches files by `run`, one at a time; an error stays visible, with Retry (RPT-02, SHELL-07). */
export function useDownload<Key extends string>(run: (key: Key) => Promise<void>): Download<Key> {
  const { t } = useLingui();
  const [busy, setBusy] = useState<Key | null>(null);
  const [failed, setFailed] = useState<Download<Key>['failed']>(null);
  const save = async (key: Key): Promise<void> => {
    setBusy(key);
    setFailed(null);
    try {
      await run(key);
    } catch (error) {
      if (error instanceof Error && isUnauthorized(error)) return;
      const known = error instanceof ApiError;
      setFailed({ key, text: known ? explain(error) : t`The file did not arrive.` });
    } finally {
      setBusy(null);
    }
  };
  return { busy, failed, save: (key) => void save(key), dismiss: () => setFailed(null) };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrViewingContract } from '#shared/contract/hr-viewing.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { Autosave, saveWithPage } from '#app/lib/autosave.ts';
import { call, keyOf } from '#app/lib/client.ts';
import { touchFile } from '#app/lib/touch-file.ts';

/** The parts of a document that a person has seen (HR-03, HR-04). */
export type DocumentSight = ResponseOf<typeof hrViewingContract.sight>;

/** The interval at which it is checked whether a file was downloaded or has pages, in milliseconds. */
const askEvery = 2000;

/** For queries of the pages seen: a download continues outside of the page, and pages are prepared on the server. */
export function untilSeen({
  state: { data },
}: {
  readonly state: { readonly data: DocumentSight | undefined };
}): number | false {
  return data && data.pages === null && !data.contentSeen ? askEvery : false;
}

/**
 * Reports the pages of a document at an address that were seen, in a viewer session of the server, until each is credited (HR-03, HR-04,
 * VIEW-03). If it is null, nothing is recorded.
 */
export function usePageReports(versionId: number | null, url: string): (page: number) => void {
  const client = useQueryClient();
  const report = useRef<(page: number) => void>(() => undefined);
  useEffect(() => {
    if (versionId === null) return undefined;
    const pages = savePages(versionId, url, (sight) =>
      client.setQueryData(keyOf(hrViewingContract.sight, { params: { versionId } }), sight),
    );
    report.current = (page) => pages.change(({ waiting }) => ({ waiting: [...new Set([...waiting, page])] }));
    const leave = saveWithPage(pages);
    return () => {
      report.current = () => undefined;
      leave();
    };
  }, [client, versionId, url]);
  return useCallback((page: number) => report.current(page), []);
}

/** One reading: the session is opened at once, and reopened if the server has ended it. The server credits one page per second. */
function savePages(versionId: number, url: string, onSight: (sight: DocumentSight) => void) {
  const params = { versionId };
  let session: string | null = null;
  const noted = (sight: DocumentSight): void => {
    const { versionId: id, pages, seenPages, downloaded, preparing, contentSeen } = sight;
    onSight({ versionId: id, pages, seenPages, downloaded, preparing, contentSeen });
  };
  const open = async (): Promise<string> => {
    const answer = await call(hrViewingContract.open, { params });
    session = answer.viewSessionId;
    noted(answer);
    return session;
  };
  const opened = (async () => {
    try {
      return await open();
    } catch (error) {
      // The first reported page opens the session again, and shows the error.
      if (error instanceof ApiError) return null;
      throw error;
    }
  })();
  const autosave: Autosave<null, readonly number[]> = new Autosave<null, readonly number[]>({
    shown: null,
    waiting: [],
    isEmpty: (pages) => pages.length === 0,
    gather: 1000,
    write: async ({ waiting: sent }, leaving, take) => {
      const viewSessionId = session ?? (await opened) ?? (await open());
      const body = { viewSessionId, pages: sent.slice(0, 10_000) };
      const sight = await call(hrViewingContract.progress, { params, body, keepalive: leaving });
      noted(sight);
      const seen = new Set(sight.seenPages);
      // Pages that the server does not count are never credited.
      take(({ waiting }) => ({
        waiting: waiting.filter((page) => !seen.has(page) && page <= (sight.pages ?? 0)),
      }));
    },
    // Pages do not count if the bytes of their file were fetched before the session.
    onNothingTaken: () => touchFile(url),
    onRefused: ({ errors }) => {
      if (!errors.some(({ path }) => path === 'viewSessionId')) return false;
      session = null;
      autosave.resume();
      return true;
    },
  });
  return autosave;
}

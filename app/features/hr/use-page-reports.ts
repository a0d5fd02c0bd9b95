import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrViewingContract } from '#shared/contract/hr-viewing.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call, keyOf } from '#app/lib/client.ts';
import { touchFile } from '#app/lib/touch-file.ts';

/** What a person has seen of a document (HR-03, HR-04). */
export type DocumentSight = ResponseOf<typeof hrViewingContract.sight>;

/** How often it is asked whether a file was downloaded or has pages by now, in milliseconds. */
const askEvery = 2000;

/** For queries of what was seen: a download goes on outside of the page, and pages are prepared on the server. */
export function untilSeen({
  state: { data },
}: {
  readonly state: { readonly data: DocumentSight | undefined };
}): number | false {
  return data && data.pages === null && !data.contentSeen ? askEvery : false;
}

/** The server credits a page a second: what it has not credited is sent again so often, in milliseconds. */
const every = 1000;
/** Without a connection it is tried again after so long, in milliseconds. */
const pause = 4000;

/**
 * Reports the pages of a document at an address that were seen, in a viewer session of the server, until each is credited (HR-03, HR-04, VIEW-03).
 * Null: nothing is recorded.
 */
export function usePageReports(versionId: number | null, url: string): (page: number) => void {
  const client = useQueryClient();
  const report = useRef<(page: number) => void>(() => undefined);
  useEffect(() => {
    if (versionId === null) return undefined;
    const reporter = reportTo(versionId, url, (sight) =>
      client.setQueryData(keyOf(hrViewingContract.sight, { params: { versionId } }), sight),
    );
    report.current = reporter.seen;
    return () => {
      report.current = () => undefined;
      reporter.close();
    };
  }, [client, versionId, url]);
  return useCallback((page: number) => report.current(page), []);
}

/** One reading: the session is opened with the first page, and reopened if the server has ended it. */
function reportTo(versionId: number, url: string, onSight: (sight: DocumentSight) => void) {
  const params = { versionId };
  const waiting = new Set<number>();
  let session: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let stopped = false;
  const later = (wait: number): void => {
    clearTimeout(timer);
    if (!stopped && waiting.size > 0) timer = setTimeout(() => void flush(), wait);
  };
  const noted = (sight: DocumentSight): void => {
    for (const page of sight.seenPages) waiting.delete(page);
    // What the server does not count is never credited.
    for (const page of waiting) if (page > (sight.pages ?? 0)) waiting.delete(page);
    const { versionId: id, pages, seenPages, downloaded, preparing, contentSeen } = sight;
    onSight({ versionId: id, pages, seenPages, downloaded, preparing, contentSeen });
  };
  const opened = (async () => {
    try {
      const answer = await call(hrViewingContract.open, { params });
      session = answer.viewSessionId;
      noted(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  })();
  async function flush(keepalive = false): Promise<void> {
    if (busy || waiting.size === 0) return;
    busy = true;
    let wait = every;
    try {
      if (session === null) {
        await opened;
        session ??= (await call(hrViewingContract.open, { params })).viewSessionId;
      }
      const body = { viewSessionId: session, pages: [...waiting].slice(0, 10_000) };
      noted(await call(hrViewingContract.progress, { params, body, keepalive }));
      // Nothing counts of a file whose bytes are from before the session.
      if (!keepalive && body.pages.every((page) => waiting.has(page))) await touchFile(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errors.some(({ path }) => path === 'viewSessionId')) session = null;
      else if (error.status >= 400 && error.status < 500 && error.status !== 429) stopped = true;
      else wait = pause;
    } finally {
      busy = false;
    }
    later(wait);
  }
  return {
    seen: (page: number): void => {
      waiting.add(page);
      if (!busy) later(every);
    },
    close: (): void => {
      clearTimeout(timer);
      void flush(true);
      stopped = true;
    },
  };
}

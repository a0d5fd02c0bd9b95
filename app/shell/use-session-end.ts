import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { accountsContract } from '#shared/contract/accounts.ts';
import { endOf, nextReport, watchActivity, type SessionFacts } from '#app/lib/activity.ts';
import { call } from '#app/lib/client.ts';
import { isUnauthorized } from '#app/lib/api-error.ts';
import { refreshSession } from '#app/lib/session.ts';

/** The time between the warning and the end (AUTH-05), in milliseconds. */
export const warnBefore = 120_000;

interface Known {
  readonly facts: SessionFacts;
  readonly receivedAt: number;
}

/** The data and actions of the warning. */
export interface SessionEnding {
  /** Seconds to the end while the warning is shown, otherwise null. */
  readonly secondsLeft: number | null;
  readonly final: boolean;
  readonly stay: () => void;
  readonly staying: boolean;
  readonly failed: boolean;
}

/** Returns the later of two answers, by the server's clock. */
function later(one: Known, other: Known | null): Known {
  return other && Date.parse(other.facts.now) > Date.parse(one.facts.now) ? other : one;
}

/**
 * Watches the end of the session (AUTH-05): reports real input at most once a minute, shares the answers with the other tabs,
 * counts down the last two minutes, and requests the current user at the end.
 *
 * @param receivedAt when the facts arrived, in this browser's time
 * @param active whether input counts
 */
export function useSessionEnd(facts: SessionFacts, receivedAt: number, active: boolean): SessionEnding {
  const client = useQueryClient();
  const [learned, setLearned] = useState<Known | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  const [state, setState] = useState<'idle' | 'staying' | 'failed'>('idle');
  const known = later({ facts, receivedAt }, learned);
  const { at, final } = endOf(known.facts, known.receivedAt);
  const warned = left !== null;
  const report = useSharedReport(setLearned);
  useInputReports(report, active && !warned);
  useEffect(() => {
    let asked = 0;
    const look = (): void => {
      const rest = at - Date.now();
      setLeft(rest <= warnBefore ? Math.max(0, Math.ceil(rest / 1000)) : null);
      // Repeated every ten seconds, in case the server's clock is slightly behind.
      if (rest > 0 || Date.now() - asked < 10_000) return;
      asked = Date.now();
      void refreshSession(client);
    };
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [client, at]);
  const stay = useCallback(() => {
    setState('staying');
    report().then(
      () => setState('idle'),
      (error: unknown) => setState(isUnauthorized(error) ? 'idle' : 'failed'),
    );
  }, [report]);
  return { secondsLeft: left, final, stay, staying: state === 'staying', failed: state === 'failed' };
}

/** Reports to the server that the person is active, and shares its answer with the other tabs. */
function useSharedReport(learn: (known: Known) => void): () => Promise<void> {
  const channel = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const shared = new BroadcastChannel('traintrail-session');
    channel.current = shared;
    shared.addEventListener('message', ({ data }: MessageEvent<Known>) => learn(data));
    return () => shared.close();
  }, [learn]);
  return useCallback(async () => {
    const known = { facts: await call(accountsContract.activity), receivedAt: Date.now() };
    learn(known);
    channel.current?.postMessage(known);
  }, [learn]);
}

/** Reports real input while `on`; while the warning is shown only its own button counts, so that nobody stays by accident. */
function useInputReports(report: () => Promise<void>, on: boolean): void {
  const tell = useEffectEvent(report);
  useEffect(() => {
    if (!on) return undefined;
    let lastReport = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = async (): Promise<void> => {
      timer = undefined;
      lastReport = Date.now();
      await tell();
    };
    const stop = watchActivity(() => {
      // A report that failed is repeated at the next input; a 401 is handled where every call's is.
      timer ??= setTimeout(
        () => void send().catch(() => undefined),
        nextReport(Date.now(), lastReport) - Date.now(),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [on]);
}

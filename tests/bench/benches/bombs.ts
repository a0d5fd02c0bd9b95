import { setTimeout as sleep } from 'node:timers/promises';
import { pdfBombs } from '#tests/harness/bombs/pdf-bombs.ts';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { fileForm, oneConnection, type Form } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import { watchMemory } from '../memory.ts';

const signIns = 40;
/** Uploads under way at once. */
const senders = 4;
/** What one hostile file may cost the server, in MB (SEC-05). */
const memoryLimit = 150;
/** Those that use all of the time or the memory that a parser has. */
const worst = new Set(['kids.pdf', 'object-stream.pdf', 'character-map.pdf', 'recursive-forms.pdf']);

const percentile95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;

/** Sign-in while one person uploads hostile PDFs without end, against sign-in on an idle server (SEC-05). */
export const bombsBench: Bench = {
  name: 'bombs',
  title: 'p95 of sign-in while four hostile PDFs at a time are uploaded, against p95 on the idle server',
  limit: 2,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, adminUser, adminCookie } = await world();
    const body = JSON.stringify({ email: adminUser.email, password: FIXTURE_PASSWORD });
    const connection = oneConnection();
    const forms: readonly Form[] = pdfBombs
      .filter(({ name }) => worst.has(name))
      .map(({ name, bytes }) => fileForm('file', name, bytes()));
    const p95 = async (): Promise<number> => {
      const times: number[] = [];
      for (let call = 0; call < signIns; call += 1) {
        times.push(
          await timed(() => connection.call(`${product.url}/api/auth/login`, { method: 'POST', body })),
        );
        await sleep(100);
      }
      return percentile95(times);
    };
    const beside = async (): Promise<number> => {
      const stop = new AbortController();
      let refused = 0;
      const explode = async (sender: number): Promise<void> => {
        for (let turn = sender; !stop.signal.aborted; turn += 1) {
          const form = forms[turn % forms.length];
          if (!form) return;
          const { status } = await fetch(`${product.url}/api/training-modules/quick-create`, {
            method: 'POST',
            headers: { cookie: adminCookie, 'content-type': String(form.headers['content-type']) },
            body: new Uint8Array(Buffer.concat(form.parts)),
          });
          if (status !== 422) throw new Error(`a bomb was answered ${String(status)}`);
          refused += 1;
        }
      };
      const all = Promise.all(Array.from({ length: senders }, (_, sender) => explode(sender)));
      const found = await p95();
      stop.abort();
      await all;
      say(`  ${String(refused)} bombs refused`);
      return found;
    };
    try {
      await p95();
      // What receiving their bytes costs at all is no matter of what is in them.
      await beside();
      const memory = watchMemory(product.pid, 'peak memory of the server above that of an idle one');
      const result = compare(await interleave(rounds, beside, p95, say));
      return {
        value: result.ratio,
        product: ms(result.product),
        floor: ms(result.floor),
        also: [{ ...memory.grown(), limit: memoryLimit }],
      };
    } finally {
      connection.close();
    }
  },
};

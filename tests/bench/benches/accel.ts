import path from 'node:path';
import { hasProxy, startFileProxy } from '#tests/harness/file-proxies.ts';
import { startProduct } from '#tests/harness/product.ts';
import type { Bench } from '../bench.ts';
import { hashOfAnswer, megabytesPerSecond } from '../http-load.ts';
import { compare, interleave } from '../measure.ts';

const load = { readers: 4, seconds: 4 };

/** A download of 10 MB that nginx sends for the product, with session, access, integrity check and audit event, against nginx alone (PERF-03). */
export const accel: Bench = {
  name: 'accel',
  title: 'Download of 10 MB through nginx with X-Accel-Redirect, against nginx alone',
  limit: 0.8,
  direction: 'at least',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    if (!hasProxy('nginx')) throw new Error('nginx is not installed');
    const { env, file, adminCookie } = await world();
    const behind = await startProduct({
      ...env,
      SEND_FILES_BY: 'x-accel-redirect',
      TRUST_PROXY: '127.0.0.1',
    });
    const filesDir = path.join(env['DATA_DIR'] ?? '', 'files');
    const front = await startFileProxy('nginx', behind.url, filesDir, file.stored);
    try {
      const [served, bare] = [
        await hashOfAnswer(front.url + file.path, adminCookie),
        await hashOfAnswer(`${front.url}/plain`, ''),
      ];
      if (served !== bare) throw new Error('The floor serves another file');
      const result = compare(
        await interleave(
          rounds,
          () => megabytesPerSecond(front.url, adminCookie, { ...load, parts: [file] }),
          () => megabytesPerSecond(front.url, '', { ...load, parts: [{ path: '/plain' }] }),
          say,
        ),
      );
      const speed = (perSecond: number): string => `${perSecond.toFixed(0)} MB/s`;
      return { value: result.ratio, product: speed(result.product), floor: speed(result.floor) };
    } finally {
      await front.stop();
      behind.kill('SIGTERM');
      await behind.ended;
    }
  },
};

import type { Bench } from '../bench.ts';
import { hashOfAnswer, megabytesPerSecond } from '../http-load.ts';
import { compare, interleave } from '../measure.ts';
import { hasNginx, startNginx } from '../nginx.ts';

const load = { readers: 4, seconds: 4 };

/** A download of 10 MB with session, access, integrity check and audit event, against nginx (PERF-01, PERF-03). */
export const download: Bench = {
  name: 'download',
  title: 'Download of 10 MB with access, integrity check and audit, against nginx',
  limit: 0.5,
  direction: 'at least',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    if (!hasNginx) return { needs: 'nginx' };
    const { product, file, adminCookie } = await world();
    const floor = await startNginx([file]);
    try {
      const own = product.url + file.path;
      const [served, bare] = [
        await hashOfAnswer(own, adminCookie),
        await hashOfAnswer(floor.url + file.path, ''),
      ];
      if (served !== bare) throw new Error('The floor serves another file');
      const result = compare(
        await interleave(
          rounds,
          () => megabytesPerSecond(product.url, adminCookie, { ...load, parts: [file] }),
          () => megabytesPerSecond(floor.url, '', { ...load, parts: [file] }),
          say,
        ),
      );
      const speed = (perSecond: number): string => `${perSecond.toFixed(0)} MB/s`;
      return { value: result.ratio, product: speed(result.product), floor: speed(result.floor) };
    } finally {
      await floor.stop();
    }
  },
};

import { randomFillSync } from 'node:crypto';
import { createClient } from '#tests/harness/client.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { makeMp4 } from '#tests/harness/sample-files.ts';
import { signIn } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { hashOfAnswer, megabytesPerSecond } from '../http-load.ts';
import { compare, interleave } from '../measure.ts';
import { hasNginx, startNginx } from '../nginx.ts';
import { storedAt, type BenchWorld } from '../world.ts';

const megabyte = 1024 * 1024;
const size = 16 * megabyte;
const videos = 4;
/** Where a viewer opens a video: at its beginning, and where the person jumps to; it reads on to the end from there. */
const jumps = [0, 0.25, 0.5, 0.75];
const load = { readers: 20, seconds: 5 };

interface Video {
  readonly path: string;
  readonly stored: string;
  readonly size: number;
}

/** Loads the videos as an administrator does. */
async function loadVideos({ product, adminUser, env }: BenchWorld): Promise<readonly Video[]> {
  const admin = await signIn(createClient(product.url), adminUser);
  const loaded: Video[] = [];
  for (let number = 1; number <= videos; number += 1) {
    const bytes = makeMp4(600, { padding: size });
    randomFillSync(bytes, bytes.length - size);
    const module = await moduleWith(admin, [[`stream-${String(number)}.mp4`, bytes]], {
      contentType: 'video',
    });
    const [file] = module.files;
    if (!file) throw new Error('the module has no file');
    loaded.push({ path: file.url, stored: storedAt(env, file.sha256), size: bytes.length });
  }
  return loaded;
}

/** Twenty people watch videos and jump about in them, against nginx (PERF-01, PERF-03, MOD-08). */
export const video: Bench = {
  name: 'video',
  title: 'Twenty video streams with Range requests at the same time, against nginx',
  limit: 0.5,
  direction: 'at least',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    if (!hasNginx) return { needs: 'nginx' };
    const all = await world();
    const loaded = await loadVideos(all);
    const floor = await startNginx(loaded);
    try {
      const part = { range: 'bytes=1000000-' };
      for (const { path } of loaded) {
        const served = await hashOfAnswer(all.product.url + path, all.adminCookie, part);
        const bare = await hashOfAnswer(floor.url + path, '', part);
        if (served !== bare) throw new Error('The floor serves other bytes');
      }
      const parts = jumps.flatMap((jump) =>
        loaded.map((video) => ({
          path: video.path,
          headers: { range: `bytes=${String(Math.floor(video.size * jump))}-` },
        })),
      );
      const speedOf = (url: string, cookie: string) => megabytesPerSecond(url, cookie, { ...load, parts });
      const result = compare(
        await interleave(
          rounds,
          () => speedOf(all.product.url, all.adminCookie),
          () => speedOf(floor.url, ''),
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

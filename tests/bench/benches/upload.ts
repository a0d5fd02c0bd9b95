import { randomBytes, randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { makeMp4 } from '#tests/harness/sample-files.ts';
import type { Bench } from '../bench.ts';
import { keepFile } from '../floors/keep-file.ts';
import { fileForm, oneConnection } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import { watchMemory } from '../memory.ts';
import { storedAt } from '../world.ts';

const megabyte = 1024 * 1024;
const size = 100 * megabyte;

/** A video of so many bytes; its pictures are noise. */
function makeVideo(bytes: number): Buffer {
  const video = makeMp4(600, { padding: bytes });
  randomFillSync(video, video.length - bytes);
  return video;
}

/** A video of 100 MB as a module: received, hashed, judged, kept durably and recorded; memory stays flat (PERF-01, MOD-07). */
export const upload: Bench = {
  name: 'upload',
  title: 'Upload of a video of 100 MB through the API, against its SHA-256, a copy and fsync',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, adminCookie, env } = await world();
    const connection = oneConnection(adminCookie);
    // Beside the server's own folder, on the same disk.
    const folder = temporaryFolder();
    let made = 0;
    const send = (video: Buffer): Promise<number> => {
      // Other bytes each time: a new file.
      randomBytes(16).copy(video, video.length - 16);
      const form = fileForm('file', `Bench video ${String((made += 1))}.mp4`, video);
      return connection.call(`${product.url}/api/training-modules/quick-create`, {
        method: 'POST',
        body: form,
      });
    };
    try {
      const small = makeVideo(size / 10);
      const video = makeVideo(size);
      const source = path.join(folder.dir, 'video.mp4');
      const target = path.join(folder.dir, 'kept.mp4');
      // Warm by tenths: an upload that kept its bytes would need ten times their memory afterwards.
      for (let time = 0; time < 5; time += 1) await send(small);
      const memory = watchMemory(product.pid, 'peak memory above that after uploads of 10 MB');
      await send(video);
      fs.writeFileSync(source, video);
      if (!fs.existsSync(storedAt(env, await keepFile(source, target)))) {
        throw new Error('The server keeps other bytes');
      }
      const pairs = await interleave(
        rounds,
        () => timed(() => send(video)),
        async () => {
          fs.rmSync(target, { force: true });
          return timed(() => keepFile(source, target));
        },
        say,
      );
      const also = [memory.grown()];
      say(`  resident ${memory.resident.toFixed(0)} MB after the warm-up`);
      const result = compare(pairs);
      return { value: result.ratio, product: ms(result.product), floor: ms(result.floor), also };
    } finally {
      connection.close();
      folder.remove();
    }
  },
};

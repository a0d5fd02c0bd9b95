import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#tests/harness/processes.ts';
import type { Bench } from '../bench.ts';
import { startFloor } from '../floor-process.ts';
import { cvContents, makeNoise } from '../hr-world.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, timed } from '../measure.ts';
import { liveAbove } from '../live-memory.ts';
import { watchMemory } from '../memory.ts';
import { makeOwnWorlds } from '../own-world.ts';

const cvs = 1000;
const size = 256 * 1024;
/** Of ten people nine have a CV. */
const people = Math.ceil((cvs / 9) * 10);

/** A ZIP of 1,000 CVs with access, integrity check and an audit event each, against the same files one after the other (HR-02, PERF-01). */
export const zip: Bench = {
  name: 'zip',
  title:
    'ZIP of 1,000 CVs with access, integrity check and audit of each, against a bare server that sends the files with the CRC-32 of each',
  limit: 0.5,
  direction: 'at least',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const folder = temporaryFolder();
    const noise = makeNoise(path.join(folder.dir, 'files'), people, size);
    const { worlds, close } = await makeOwnWorlds(
      [
        cvContents(
          people,
          noise.map(({ sha256 }) => sha256),
          size,
        ),
      ],
      say,
    );
    try {
      const [world] = worlds;
      if (!world) throw new Error('there are no CVs');
      const kept = noise.filter((_, index) => (index + 1) % 10 !== 0).slice(0, cvs);
      fs.cpSync(path.join(folder.dir, 'files'), path.join(world.dataDir, 'files'), { recursive: true });
      const list = path.join(folder.dir, 'list');
      fs.writeFileSync(list, kept.map((file) => file.path).join('\n'));
      const floor = await startFloor('zip-server.ts', { FILES: list });
      const connection = oneConnection(world.cookie);
      const speedOf = async (url: string): Promise<number> => {
        let bytes = 0;
        const time = await timed(async () => {
          bytes = await connection.call(url);
        });
        if (bytes < cvs * size) throw new Error(`${url}: only ${String(bytes)} bytes`);
        return bytes / 1000 / time;
      };
      const own = `${world.productUrl}/api/hr/cvs/zip`;
      try {
        // The first time every hash is computed. Memory is compared with archives of single organizations, a twentieth each.
        await connection.call(own);
        // As many as make the heap as large as it becomes by any of them: what grows then grows with the files.
        const withCvs = world.organizationIds.filter((_, index) => index % 10 !== 0);
        for (let time = 0; time < 5; time += 1)
          for (const organization of withCvs)
            await connection.call(`${own}?organizationId=${String(organization)}`);
        const memory = watchMemory(world.product.pid, 'peak memory above that after archives of a twentieth');
        const pairs = await interleave(
          rounds,
          () => speedOf(own),
          () => speedOf(floor.url),
          say,
        );
        const also = [
          memory.grown(),
          await liveAbove(
            world.product,
            'memory in use while it is written, above that of a twentieth',
            () => connection.call(own),
            () => connection.call(`${own}?organizationId=${String(withCvs[0])}`),
          ),
        ];
        const result = compare(pairs);
        const speed = (perSecond: number): string => `${perSecond.toFixed(0)} MB/s`;
        return { value: result.ratio, product: speed(result.product), floor: speed(result.floor), also };
      } finally {
        connection.close();
        await floor.stop();
      }
    } finally {
      await close();
      folder.remove();
    }
  },
};

import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleContentTypes, type ModuleContentType } from '#shared/domain/modules/content-types.ts';
import { shareList } from '#shared/domain/viewing/parts.ts';
import type { ProgressView } from '#server/domains/modules/index.ts';
import { createModuleBy, moduleWith, type Module, type ProblemBody } from '#tests/harness/module-world.ts';
import { makeZip } from '#tests/harness/sample-files.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, sign } from '#tests/harness/training-world.ts';

let world: StartedLearner['world'];
let learner: StartedLearner['learner'];
let client: StartedLearner['client'];
let db: StartedLearner['db'];
let stop: StartedLearner['stop'];
let clock = 0;

beforeAll(async () => {
  ({ world, learner, client, db, stop } = await startWithLearner(1));
});
afterAll(() => stop());

const course = makeZip([
  { name: 'exercise.txt', data: 'Put on the gloves.' },
  { name: 'index.html', data: '<h1>Course</h1>' },
]);

interface Carrier {
  readonly make: (fields: Record<string, unknown>) => Promise<Module>;
  /** The part that the viewer has to show; null: the file, by the name that it was given. */
  readonly part: string | null;
}

/** What such a training may consist of. */
const carriers: Readonly<Record<string, Carrier>> = {
  'a text': {
    make: (fields) =>
      createModuleBy(world.admin, { ...fields, content: 'Room 12 at nine; bring your own gloves.' }),
    part: 'text',
  },
  'a link': {
    make: (fields) =>
      createModuleBy(world.admin, { ...fields, contentUrl: 'https://training.example/course' }),
    part: 'link',
  },
  'a ZIP': {
    make: (fields) => moduleWith(world.admin, [['course.zip', course]], fields),
    part: null,
  },
};

const types: readonly ModuleContentType[] = [
  'self-learning',
  'instructor-led',
  'virtual-classroom',
  'webinar',
  'hands-on',
  'e-learning',
  'text',
];

test('[MOD-03] the table has every type that the viewer has no player for', () => {
  const without = moduleContentTypes.filter(
    (type) => !['pdf', 'video', 'presentation', 'quiz'].includes(type),
  );
  expect([...types].sort()).toEqual([...without].sort());
});

test.each(types.flatMap((type) => Object.keys(carriers).map((carrier) => [type, carrier] as const)))(
  '[MOD-03] [VIEW-01] [VIEW-04] [SIG-02] %s with %s is shown, seen, signed and completed',
  async (contentType, carrier) => {
    const kind = carriers[carrier];
    if (!kind) throw new Error('no such carrier');
    const module = await kind.make({ contentType, title: `${contentType} with ${carrier}` });
    const part = kind.part ?? module.files[0]?.name ?? '';
    const { id } = await assignTo(world.admin, learner.id, module.id);
    const at = `/api/training-assignments/${String(id)}`;
    const opened = await client.post<ProgressView & { viewSessionId: string }>(`${at}/view-session`);
    expect(opened.body).toMatchObject({ progress: 0, contentSeen: false, shares: shareList({ [part]: 0 }) });
    const shown = (await client.get<Module>(`/api/training-modules/${String(module.id)}`)).body;
    expect(shown).toMatchObject({ contentType, hasContent: carrier !== 'a link' });
    const report = { viewSessionId: opened.body.viewSessionId, shares: shareList({ [part]: 1 }) };
    if (kind.part === null) {
      // What is only downloaded is not seen before that, whatever the viewer says (VIEW-04).
      const claimed = await client.post<ProgressView>(`${at}/progress`, report);
      expect(claimed.body).toMatchObject({
        progress: 0,
        contentSeen: false,
        shares: shareList({ [part]: 0 }),
      });
    }
    const early = await sign<ProblemBody>(client, id, learner);
    expect([early.status, early.body.code]).toEqual([409, 'CONTENT_NOT_SEEN']);
    for (const { url } of shown.files) {
      const file = await client.fetch('GET', url);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(course);
    }
    // A text takes its time.
    clock += 10_000;
    if (carrier === 'a text') await db.moveClock({ milliseconds: clock });
    const seen = await client.post<ProgressView>(`${at}/progress`, report);
    expect(seen.body).toMatchObject({ progress: 99, contentSeen: true });
    const done = await sign(client, id, learner);
    expect(done.body).toMatchObject({ status: 'completed', signature: { valid: true } });
    expect(done.body.certificateUrl).not.toBeNull();
  },
);

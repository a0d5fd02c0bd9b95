import { readFile } from 'node:fs/promises';
import { createModule } from '#server/domains/modules/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import type { Services } from '#server/platform/services.ts';
import type { DemoModule } from './demo-module.ts';
import { storeDemo } from './store-demo.ts';
import { demoLibrary } from './library.ts';
import { printModule } from './print-module.ts';

const video = new URL('../../app/assets/hero.mp4', import.meta.url);

/** Creates the demo library: printed PDFs, a short video, texts; each through the same upload and command as an administrator's. */
export async function seedModules(services: Services): Promise<void> {
  const admin = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow();
  const stored: { readonly module: DemoModule; readonly files: readonly AcceptedFile[] }[] = [];
  for (const module of demoLibrary) stored.push({ module, files: await filesOf(services, module) });
  await runCommand(services, { action: 'demo.modules', actorId: admin.id }, async (tx) => {
    for (const { module, files } of stored) {
      await createModule(
        tx,
        {
          title: module.title,
          description: module.description,
          reference: module.reference,
          contentType: module.contentType,
          trainingCategory: module.category,
          duration: module.duration,
          passingScore: module.passingScore ?? null,
          contentCreator: 'TrainTrail demo',
          isActive: true,
          content: files.length > 0 ? '' : textOf(module),
        },
        files,
      );
    }
  });
}

async function filesOf(services: Services, module: DemoModule): Promise<readonly AcceptedFile[]> {
  if (module.contentType === 'pdf')
    return [await storeDemo(services, `${module.reference}.pdf`, await printModule(module))];
  if (module.contentType === 'video')
    return [await storeDemo(services, 'welcome.mp4', await readFile(video))];
  return [];
}

const textOf = (module: DemoModule) =>
  module.sections.map(([heading, text]) => `${heading}\n\n${text}`).join('\n\n');

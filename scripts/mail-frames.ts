import { writeFileSync } from 'node:fs';
import { compileFrames } from '#server/platform/mail/frame-source.ts';

// Compiles the page of mails from MJML; a test fails where the file is not what this writes.
const file = new URL('../server/platform/mail/frames.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await compileFrames(), null, 2)}\n`);

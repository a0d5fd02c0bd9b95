import { writeFileSync } from 'node:fs';
import { compileFrames } from '#server/platform/mail/frame-source.ts';

// Compiles the page of emails from MJML; a test fails if the file differs from the output.
const file = new URL('../server/platform/mail/frames.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await compileFrames(), null, 2)}\n`);

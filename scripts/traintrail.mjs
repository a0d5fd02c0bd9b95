#!/usr/bin/env node
/** `bin/traintrail COMMAND`: the commands for production. */
import './preflight.mjs';

void import('./compile-cache.mjs')
  .then(() => Promise.all([import('../server/main.ts'), import('./finish-with.ts')]))
  .then(async ([{ main }, { finishWith }]) => finishWith(await main(process.argv.slice(2))));

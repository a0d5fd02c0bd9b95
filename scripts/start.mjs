/** `npm start`: builds the page when its sources changed, then serves with the embedded database and demo data. */
import './preflight.mjs';

/** Imports below wait for the preflight: an old Node.js must not even read them. */
void import('./compile-cache.mjs').then(() => import('./start.ts')).then(({ start }) => start());

/** `npm run dev`: server and page with reload. */
import './preflight.mjs';

void import('./compile-cache.mjs').then(() => import('./dev.ts')).then(({ dev }) => dev());

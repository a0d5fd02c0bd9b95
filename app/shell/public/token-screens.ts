import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** API tokens of machines, the company directory that uses one, and the calls they can make (OPS-06). */
export const tokenScreens = [
  {
    path: '/tokens',
    title: msg`API Tokens`,
    access: 'tokens.manage',
    component: lazyRouteComponent(() => import('#app/screens/tokens/Tokens.tsx'), 'Tokens'),
    menu: [{ menu: 'operations', group: 'operations', label: msg`API Tokens`, icon: 'tokens' }],
  },
  {
    path: '/directory',
    title: msg`Company Directory`,
    access: 'tokens.manage',
    component: lazyRouteComponent(() => import('#app/screens/directory/Directory.tsx'), 'Directory'),
    menu: [{ menu: 'operations', group: 'operations', label: msg`Company Directory`, icon: 'directory' }],
  },
  {
    path: '/api-docs',
    title: msg`API`,
    access: 'account.own',
    component: lazyRouteComponent(() => import('#app/screens/api-docs/ApiDocs.tsx'), 'ApiDocs'),
    menu: [{ menu: 'operations', group: 'operations', label: msg`API`, icon: 'api' }],
  },
] as const satisfies readonly Screen[];

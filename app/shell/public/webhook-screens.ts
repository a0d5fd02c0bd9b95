import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** Webhooks (OPS-06). */
export const webhookScreens = [
  {
    path: '/webhooks',
    title: msg`Webhooks`,
    access: 'webhooks.manage',
    component: lazyRouteComponent(() => import('#app/screens/webhooks/Webhooks.tsx'), 'Webhooks'),
    menu: [{ menu: 'operations', group: 'operations', label: msg`Webhooks`, icon: 'webhook' }],
  },
  {
    path: '/webhooks/$webhookId',
    title: msg`Webhook`,
    access: 'webhooks.manage',
    component: lazyRouteComponent(() => import('#app/screens/webhooks/WebhookPage.tsx'), 'WebhookPage'),
    below: '/webhooks',
  },
] as const satisfies readonly Screen[];

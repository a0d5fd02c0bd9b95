import { hrAgreementsRoutes } from './agreements.routes.ts';
import { hrCvsRoutes } from './cvs.routes.ts';
import { hrDashboardRoutes } from './dashboard.routes.ts';
import { hrDocumentsRoutes } from './organization-documents.routes.ts';
import { hrOwnRoutes } from './own.routes.ts';
import { hrRegistrationsRoutes } from './registrations.routes.ts';
import { hrViewingRoutes } from './viewing.routes.ts';

/** Handlers of the HR area (HR-01…05). */
export const hrRoutes = [
  ...hrDashboardRoutes,
  ...hrCvsRoutes,
  ...hrAgreementsRoutes,
  ...hrDocumentsRoutes,
  ...hrRegistrationsRoutes,
  ...hrViewingRoutes,
  ...hrOwnRoutes,
];

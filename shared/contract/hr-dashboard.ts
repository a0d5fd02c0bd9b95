import { z } from 'zod';
import { instant, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { hrActivityTypes } from '#shared/domain/hr/activity.ts';
import { agreementStates } from '#shared/domain/hr/agreements.ts';
import { cvStates } from '#shared/domain/hr/cvs.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';

const count = z.int().min(0);
const access = { permission: 'hr.view' } as const;
const ofOrganization = z.strictObject({ organizationId: pathId.optional() });

/** The HR dashboard (SPEC §2.16, HR-01). */
export const hrDashboardContract = {
  figures: defineEndpoint({
    id: 'hr.dashboard',
    method: 'GET',
    path: '/api/hr/dashboard',
    summary: 'How the HR area of the reach stands: people, CVs, agreements, documents, registrations (HR-01)',
    access,
    compressed: true,
    audit: { none: 'figures' },
    data: { shows: ['agreements', 'cvs', 'documents', 'registrations', 'people'] },
    query: ofOrganization,
    errors: ['NOT_FOUND'],
    response: z
      .object({
        /** Active people, and the states of their CVs. */
        people: count,
        cvs: z.record(z.enum(cvStates), count),
        agreements: z.record(z.enum(agreementStates), count),
        /** Organization documents that are not archived. */
        documents: count,
        /** Organization documents that are archived. */
        archivedDocuments: count,
        /** Effective documents whose review is past due or due within REVIEW_SOON_DAYS. */
        reviewsDue: count,
        /** Documents with open acknowledgements, and the number of people who must give them. */
        openAcknowledgements: count,
        peopleToAcknowledge: count,
        registrations: z.record(z.enum(registrationStates), count),
        /** The same for each organization that has the most to do first. */
        organizations: z.array(
          z.object({
            id: z.number(),
            name: z.string(),
            slug: z.string(),
            people: count,
            /** People without a CV that counts or whose CV ends soon. */
            cvsToActOn: count,
            documents: count,
            archivedDocuments: count,
            reviewsDue: count,
            openAcknowledgements: count,
            peopleToAcknowledge: count,
            /** Registrations in use. */
            registrations: count,
            /** Registrations that are expired or expiring. */
            registrationsToActOn: count,
          }),
        ),
      })
      .meta({ id: 'HrDashboard' }),
  }),
  activity: defineEndpoint({
    id: 'hr.activity',
    method: 'GET',
    path: '/api/hr/activity',
    summary: 'What happened last in the HR area of the reach, at most ninety days back',
    access,
    compressed: true,
    audit: { none: 'names and titles within the reach; opening a document is recorded' },
    data: { shows: ['agreements', 'cvs', 'documents', 'registrations'] },
    query: ofOrganization,
    errors: ['NOT_FOUND'],
    response: z.array(
      z
        .object({
          id: z.string(),
          type: z.enum(hrActivityTypes),
          at: instant,
          /** The person who did it; null if unknown. */
          actor: z.string().nullable(),
          /** The person concerned; null if there is none, or several. */
          person: z.string().nullable(),
          /** The agreement, document or registration; null for CVs. */
          title: z.string().nullable(),
          /** The number of people concerned. */
          people: count,
          /** The document's version. */
          version: z.number().nullable(),
          organizationSlug: z.string().nullable(),
          registrationId: z.number().nullable(),
        })
        .meta({ id: 'HrActivity' }),
    ),
  }),
};

import { z } from 'zod';
import { calendarDate, givenDate, instant } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { documentFile } from '#shared/contract/hr-schemas.ts';
import { agreementItem } from '#shared/contract/hr-agreement-schemas.ts';
import { statementCode } from '#shared/contract/signatures.ts';

const own = { permission: 'account.own' } as const;

/** The number of pending things of a person under Profile → Documents. */
export const openDocuments = z
  .object({
    /** All of it together. */
    open: z.number(),
    documents: z.number(),
    agreements: z.number(),
    /** The CV was requested, waits for its signature, or ends within 60 days. */
    cv: z.boolean(),
  })
  .meta({ id: 'OwnOpenDocuments' });

/** A person's own side of the HR area: Profile → Documents (HR-02…04). */
export const hrOwnContract = {
  documents: defineEndpoint({
    id: 'hr.ownDocuments',
    method: 'GET',
    path: '/api/hr/own/documents',
    summary: 'Agreements to sign, documents to read and documents to look after of the signed-in person',
    access: own,
    compressed: true,
    audit: { none: 'what waits for the caller; opening a document is recorded' },
    data: { shows: ['agreements', 'cvs', 'documents'] },
    response: z
      .object({
        /** The number of pending things of the person, including the CV. */
        open: z.number(),
        /** Each with the statement that the person would sign (SIG-05); null: nothing to sign. */
        agreements: z.array(agreementItem.extend({ statement: statementCode.nullable() })),
        documents: z.array(
          z.object({
            id: z.number(),
            title: z.string(),
            organizationName: z.string(),
            versionId: z.number(),
            versionNumber: z.number(),
            file: documentFile,
            requestedAt: instant,
            /** The statement that the person signs (SIG-05); null once it is acknowledged. */
            statement: statementCode.nullable(),
            /** Null if it was requested without a due date. */
            dueOn: calendarDate.nullable(),
            /** Days until the due date, negative once it is over. */
            dueInDays: z.number().nullable(),
            acknowledgedAt: instant.nullable(),
            /** IANA zone of the signature (RPT-05). */
            acknowledgedTimeZone: z.string().nullable(),
          }),
        ),
        /** Organization documents whose owner the person is, the next review first (HR-04). */
        lookedAfter: z.array(
          z.object({
            id: z.number(),
            title: z.string(),
            organizationName: z.string(),
            versionId: z.number(),
            versionNumber: z.number(),
            file: documentFile,
            reviewOn: givenDate.nullable(),
            uploadedAt: instant,
          }),
        ),
      })
      .meta({ id: 'OwnDocuments' }),
  }),
  open: defineEndpoint({
    id: 'hr.ownOpen',
    method: 'GET',
    path: '/api/hr/own/open',
    summary: 'What waits for the signed-in person: documents to read, agreements to sign, the CV (HR-02)',
    access: own,
    audit: { none: 'a figure about the caller' },
    data: { shows: ['agreements', 'cvs', 'documents'] },
    response: openDocuments,
  }),
};

import { z } from 'zod';
import { givenDate } from '#shared/contract/common.ts';
import { documentVersion } from '#shared/contract/hr-schemas.ts';
import { documentCategories } from '#shared/domain/hr/documents.ts';

/** The category of an organization document (HR-04). */
export const documentCategory = z.enum(documentCategories);

const facts = {
  id: z.number(),
  title: z.string(),
  category: documentCategory,
  organizationId: z.number(),
  organizationName: z.string(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  isArchived: z.boolean(),
  version: documentVersion,
  /** Days until the review of the effective version, negative once it is over; null: none is planned. */
  reviewInDays: z.number().nullable(),
  /** The people from whom an acknowledgement of the newest version was requested. */
  asked: z.number(),
  acknowledged: z.number(),
  /** The number of those without an acknowledgement who are past their due date. */
  overdue: z.number(),
  revision: z.number(),
};

/** An organization document in lists (HR-04). */
export const organizationDocumentItem = z.object(facts).meta({ id: 'OrganizationDocumentItem' });

/** A version with the numbers of people who must read it, who acknowledged it, and who are past their due date (HR-04). */
const readCounts = { asked: z.number(), acknowledged: z.number(), overdue: z.number() };
const readVersion = documentVersion.extend(readCounts).meta({ id: 'ReadVersion' });

/** An organization document with its history, the newest version first (HR-04). */
export const organizationDocumentView = z
  .object({ ...facts, versions: z.array(readVersion) })
  .meta({ id: 'OrganizationDocumentView' });

/** An organization of the area with figures of its documents (HR-04); archived ones count in `archived` alone. */
export const organizationFigures = z
  .object({
    id: z.number(),
    name: z.string(),
    slug: z.string(),
    isActive: z.boolean(),
    /** Today in the organization's zone: the day that decides whether reviews are near or past. */
    today: givenDate,
    total: z.number(),
    archived: z.number(),
    categories: z.record(documentCategory, z.number()),
    reviews: z.object({ soon: z.number(), past: z.number() }),
    /** The number of effective documents with an open acknowledgement. */
    unread: z.number(),
    /** The number of open acknowledgements of these documents, and the number of people who must give them. */
    openAcknowledgements: z.number(),
    peopleToAcknowledge: z.number(),
  })
  .meta({ id: 'OrganizationFigures' });

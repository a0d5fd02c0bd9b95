import { z } from 'zod';
import {
  calendarDate,
  flag,
  instant,
  line,
  personName,
  recordType,
  userId,
} from '#shared/contract/common.ts';
import { because } from '#shared/reasons/in-schema.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { trailGroups } from '#shared/domain/audit/groups.ts';

const readers = { permission: 'audit.view' } as const;

/** The id of an event: a text in a path or query. */
export const eventId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, because('not_positive_whole'))
  .transform(Number)
  .meta({ wire: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } });

const value = z
  .object({
    kind: z.enum(['text', 'number', 'flag', 'day', 'instant', 'code', 'name', 'content']),
    /** Null for content, which is not shown, and for the name of a record that no longer exists. */
    text: z.string().nullable(),
  })
  .meta({ id: 'TrailValue' });

const change = z
  .object({
    /** The code of the field: the column, with its table if the column alone is ambiguous. */
    field: z.string(),
    before: value.nullable(),
    after: value.nullable(),
  })
  .meta({ id: 'TrailChange' });

const record = z.object({ type: z.string(), name: z.string().nullable() }).meta({ id: 'TrailRecord' });

const entry = z
  .object({
    id: z.number(),
    at: instant,
    kind: z.enum(['command', 'access']),
    action: z.string(),
    outcome: z.string(),
    /** Null: the system, the command line, or a person who was not signed in. */
    actor: personName.nullable(),
    /** The first people concerned, without the actor. */
    people: z.array(personName),
    peopleCount: z.int(),
    record: record.nullable(),
    /** The number of changed records; a lower bound if `hasMore` is true. */
    recordCount: z.int(),
    hasMore: z.boolean(),
    reason: z.string().nullable(),
    origin: z.enum(['request', 'job', 'command_line', 'system']),
    /** The network address, or the name of the job or command line. */
    from: z.string().nullable(),
    changes: z.array(change),
  })
  .meta({ id: 'TrailEntry' });

const part = z
  .object({
    id: z.number(),
    kind: z.enum(['insert', 'update', 'delete', 'access', 'redaction']),
    record: record.nullable(),
    person: personName.nullable(),
    changes: z.array(change),
  })
  .meta({ id: 'TrailPart' });

/** A kind of action. */
export const trailGroup = z.enum(trailGroups).meta({ id: 'TrailGroup' });

/** The filters of the trail (AUD-03). */
export const trailFilters = {
  /** Who acted. */
  actor: userId.optional(),
  /** The person concerned. */
  about: userId.optional(),
  /** A record, with everything that belongs to it: of a module its versions, of a matrix its modules and members, of an assignment its completion and certificate. */
  recordType: recordType.optional(),
  recordId: line(200).optional(),
  group: trailGroup.optional(),
  /** Words of the reason. */
  q: line(200).optional(),
  /** Days in the zone of the reader. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

/** One page of the trail with the start of the next one. */
export const trailPage = z
  .object({ rows: z.array(entry), next: z.number().nullable() })
  .meta({ id: 'TrailPage' });

/** The audit trail for people (AUD-03). */
export const auditTrailContract = {
  list: defineEndpoint({
    id: 'auditTrail.list',
    method: 'GET',
    path: '/api/audit',
    summary: 'The audit trail, one row a command, the newest first; of an inspector what is within the reach',
    access: readers,
    audit: {
      none: 'what others did; the trail would grow by each look at it',
      inspected: { action: 'inspection.trailViewed', record: 'audit_events' },
    },
    data: { none: 'every command adds to it: every visit reads it anew' },
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Events older than this one; from `next` of the page before. */
      before: eventId.optional(),
      /** Only what happened after the last signed review with the same filters. */
      sinceReview: flag.optional(),
      /** The number of an event, as the verifier names it: the command in which it happened. */
      event: eventId.optional(),
      ...trailFilters,
    }),
    compressed: true,
    response: trailPage,
  }),
  get: defineEndpoint({
    id: 'auditTrail.get',
    method: 'GET',
    path: '/api/audit/:id',
    summary:
      'One command of the audit trail with everything that happened in it, as far as it is within the reach',
    access: readers,
    audit: {
      none: 'what others did; the trail would grow by each look at it',
      inspected: { action: 'inspection.trailViewed', record: 'audit_events' },
    },
    data: { none: 'every command adds to the trail: every visit reads it anew' },
    params: z.strictObject({ id: eventId }),
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Events after this one; from `next` of the page before. */
      after: eventId.optional(),
    }),
    compressed: true,
    response: z
      .object({ entry, parts: z.array(part), next: z.number().nullable() })
      .meta({ id: 'TrailCommand' }),
  }),
};

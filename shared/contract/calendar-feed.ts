import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { done, instant, line } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const own = { permission: 'training.own' } as const;

/** The calendar feed of a person's due dates (LRN-03): a secret link that the person creates, replaces and ends. */
export const calendarFeedContract = {
  get: defineEndpoint({
    id: 'calendarFeed.get',
    method: 'GET',
    path: '/api/calendar-feed',
    summary: 'Whether there is a link to the own due dates; never the link itself',
    access: own,
    audit: { none: 'own settings' },
    data: { shows: ['calendarFeed'] },
    response: z
      .object({
        feed: z
          .object({
            createdAt: instant,
            /** The time of the last request by a calendar; null if there was none yet. */
            lastFetchedAt: instant.nullable(),
          })
          .nullable(),
      })
      .meta({ id: 'CalendarFeed' }),
  }),
  // PUT, because a POST may store its answer for repetition, and this one is shown once.
  replace: defineEndpoint({
    id: 'calendarFeed.replace',
    method: 'PUT',
    path: '/api/calendar-feed',
    summary: 'Makes a new secret link to the own due dates, which is answered once; an older one ends',
    access: own,
    audit: { command: 'calendar_feed.created', record: 'users' },
    data: { changes: ['calendarFeed'] },
    response: z.object({ url: z.string(), createdAt: instant }).meta({ id: 'CalendarLink' }),
  }),
  revoke: defineEndpoint({
    id: 'calendarFeed.revoke',
    method: 'DELETE',
    path: '/api/calendar-feed',
    summary: 'Ends the link to the own due dates; without one nothing happens',
    access: own,
    audit: { command: 'calendar_feed.revoked', record: 'users' },
    data: { changes: ['calendarFeed'] },
    response: done,
  }),
  read: defineEndpoint({
    id: 'calendarFeed.read',
    method: 'GET',
    path: '/api/calendar/:token.ics',
    summary: 'Due dates of open assignments as iCalendar (RFC 5545), for whoever has the secret link',
    access: { public: true },
    audit: { none: 'asked for several times a day by a calendar; when it last did is kept' },
    data: { none: 'for calendars, not for screens' },
    params: z.strictObject({ token: line(64).regex(/^[\w-]{43}$/, because('not_code')) }),
    response: z.unknown(),
    raw: 'text/calendar',
  }),
};

import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';

/** A person with the grant hr, in the form of {@link hrRecipients}. */
export interface HrRecipient {
  readonly id: string;
  readonly email: string;
  readonly settings: Record<string, unknown>;
}

/** SQL of the {@link HrRecipient}s of an organization, except the person who acted; null excepts nobody. */
export const hrRecipients = (organization: RawBuilder<unknown>, actor: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'settings', u.settings) order by u.id), '[]')
  from users u where u.id is distinct from ${actor} and ${isActivePerson('u')}
    and ${holdsHr(sql`u.id`, organization)})`;

/**
 * Returns the addresses of an email to HR, each in the language of its reader.
 *
 * @param cause event and record
 * @param once distinguishes this email from another one of the same cause
 */
export const mailsToHr = (recipients: readonly HrRecipient[], cause: string, once: string) =>
  recipients.map(({ id, email, settings }) => ({
    to: email,
    userId: id,
    language: settingsWithDefaults(settings).language,
    cause,
    dedupeKey: `${cause} ${once} ${id}`,
  }));

import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, pathId, requiredLine, requiredText } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mailTextLimits } from '#shared/domain/notifications/mail-texts.ts';
import { languages } from '#shared/domain/people/settings.ts';

const operations = { permission: 'operations.manage' } as const;

const text = { subject: z.string(), body: z.string() };
const ofKind = { template: z.string().min(1).max(80), language: z.enum(languages) };
const place = { organizationId: bodyId.nullable() };

/** An administrator's text: placeholders in braces, paragraphs with empty lines between them (NOT-06). */
export const mailTextForm = z.strictObject({
  subject: requiredLine(mailTextLimits.subject, because('subject_needed')),
  body: requiredText(mailTextLimits.body, because('text_needed')),
});

/** The texts of emails, which can be changed by organization and language (NOT-06). */
export const mailTextsContract = {
  list: defineEndpoint({
    id: 'mailTexts.list',
    method: 'GET',
    path: '/api/mail-texts',
    summary: 'The text of each kind of email in a language, as an organization has it (NOT-06)',
    access: operations,
    audit: { none: 'texts of the product and of administrators' },
    data: { shows: ['mailTexts'] },
    query: z.strictObject({ language: z.enum(languages), organizationId: pathId.optional() }),
    response: z.array(
      z
        .object({
          template: z.string(),
          ...text,
          /** The owner of the text: the organization, all organizations, or the product. */
          origin: z.enum(['organization', 'all', 'product']),
          /** The placeholders that a text may contain in braces. */
          placeholders: z.array(z.string()),
          hasList: z.boolean(),
          hasLink: z.boolean(),
        })
        .meta({ id: 'MailTextItem' }),
    ),
  }),
  preview: defineEndpoint({
    id: 'mailTexts.preview',
    method: 'POST',
    path: '/api/mail-texts/preview',
    summary: 'An example of an email with another text; nothing is written (NOT-06)',
    access: operations,
    audit: { none: 'only shows an example' },
    data: { none: 'only shows an example' },
    body: z.strictObject({ ...ofKind, ...mailTextForm.shape }),
    errors: ['NOT_FOUND'],
    response: z
      .object({ subject: z.string(), html: z.string(), text: z.string() })
      .meta({ id: 'MailTextPreview' }),
  }),
  change: defineEndpoint({
    id: 'mailTexts.change',
    method: 'PUT',
    path: '/api/mail-texts',
    summary: 'Change the text of a kind of email for an organization, or for all of them (NOT-06)',
    access: operations,
    audit: { command: 'mail.textChanged' },
    data: { changes: ['mailTexts'] },
    body: z.strictObject({ ...ofKind, ...place, ...mailTextForm.shape }),
    errors: ['NOT_FOUND'],
    response: z.object({ saved: z.literal(true) }).meta({ id: 'SavedMailText' }),
  }),
  reset: defineEndpoint({
    id: 'mailTexts.reset',
    method: 'POST',
    path: '/api/mail-texts/reset',
    summary:
      'Remove a text that was written; what holds then is that of all organizations, or the product’s own (NOT-06)',
    access: operations,
    audit: { command: 'mail.textReset' },
    data: { changes: ['mailTexts'] },
    body: z.strictObject({ ...ofKind, ...place }),
    errors: ['NOT_FOUND'],
    response: z.object({ removed: z.boolean() }).meta({ id: 'ResetMailText' }),
  }),
};

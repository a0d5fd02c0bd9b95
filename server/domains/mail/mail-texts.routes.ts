import { mailTextsContract as contract } from '#shared/contract/mail-texts.ts';
import { bind } from '#server/platform/http/bind.ts';
import {
  changeMailText,
  requireEditable,
  requireRightText,
  resetMailText,
} from './commands/change-mail-text.ts';
import { contentOf, frameOf, ownTextOf } from '#server/platform/mail/mail-texts.ts';
import { writtenTexts } from './mail-texts.queries.ts';
import { renderMail } from '#server/platform/mail/render.ts';

/** Handlers of the texts of emails (NOT-06). */
export const mailTextsRoutes = [
  bind(contract.list, async (ctx, { query: { language, organizationId = null } }) => {
    const rows = await writtenTexts(ctx.db, language, organizationId);
    const written = new Map(rows.map((row) => [row.template, row]));
    return [...ctx.services.mailTemplates.values()].flatMap((template) => {
      const { name, editing } = template;
      if (!editing) return [];
      const own = written.get(name);
      const { subject, body } = own ?? ownTextOf(template, editing, language);
      const origin = own
        ? own.organizationId === null
          ? ('all' as const)
          : ('organization' as const)
        : ('product' as const);
      const { placeholders, hasList, hasLink } = frameOf(template, editing);
      return [{ template: name, subject, body, origin, placeholders: [...placeholders], hasList, hasLink }];
    });
  }),
  bind(contract.preview, async (ctx, { body: { template: name, language, ...text } }) => {
    const { mailTemplates, config } = ctx.services;
    requireRightText(mailTemplates, name, text);
    const { template, editing } = requireEditable(mailTemplates, name);
    const content = contentOf(template, language, editing.sample, text);
    return renderMail(content, { category: template.category, language, publicUrl: config.publicUrl });
  }),
  bind(contract.change, (ctx, { body }) =>
    ctx.command((tx) => changeMailText(tx, body), { organizationId: body.organizationId }),
  ),
  bind(contract.reset, (ctx, { body }) =>
    ctx.command((tx) => resetMailText(tx, body), { organizationId: body.organizationId }),
  ),
];

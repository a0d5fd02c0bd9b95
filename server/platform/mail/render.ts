import type { Language } from '#shared/domain/people/settings.ts';
import type { MailCategory } from '#shared/domain/notifications/mail-switches.ts';
import { mailFooter } from './footer.ts';
import { fillFrame } from './frame.ts';
import type { MailContent, MailSection } from './template.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** Makes text safe inside HTML (T23: names and messages in emails stay text). */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'\n]/g, (sign) => escapes[sign] ?? sign);
}

/** Reduces a text to one line, because header values have one line, whatever a person typed (T23). */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
}

/** The parts of a message that depend on its text. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns the text and HTML parts of a message, both from the same content (NOT-02); links are built from PUBLIC_URL alone (T20). */
export function renderMail(
  content: MailContent,
  { category, language, publicUrl }: { category: MailCategory; language: Language; publicUrl: URL },
): RenderedMail {
  const subject = oneLine(content.subject);
  const { action, details = [], sections = [], closing = [], after = [] } = content;
  const lines = [...content.lines, ...details];
  const link = action && linkTo(action.path, publicUrl);
  const footer = mailFooter(category, language);
  const settingsLink = linkTo(footer.path, publicUrl);
  const text = [
    ...lines,
    ...sections.map(sectionText),
    ...closing,
    ...(action ? [`${action.label}: ${link ?? ''}`] : []),
    ...after,
    `—\n${footer.why}\n${footer.label}: ${settingsLink}`,
  ].join('\n\n');
  const html = fillFrame({
    language,
    subject: escapeHtml(subject),
    body: [...lines.map(paragraph), ...sections.map(sectionHtml), ...closing.map(paragraph)].join(''),
    after: after.map(paragraph).join(''),
    ...(action && link && { link: escapeHtml(link), label: escapeHtml(action.label) }),
    why: escapeHtml(footer.why),
    settingsLink: escapeHtml(settingsLink),
    settingsLabel: escapeHtml(footer.label),
  });
  return { subject, text, html };
}

const linkTo = (path: string, publicUrl: URL): string => {
  const link = new URL(path, publicUrl);
  // A path like '//elsewhere' would leave the installation.
  if (link.origin !== publicUrl.origin) throw new Error(`a mail may not link to ${link.origin}`);
  return link.href;
};

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;

const sectionText = ({ heading, items, more }: MailSection) =>
  [
    heading,
    ...items.map(({ text, detail }) => `- ${oneLine(text)}: ${oneLine(detail)}`),
    ...(more ? [more] : []),
  ].join('\n');

const sectionHtml = ({ heading, items, more }: MailSection) =>
  `<h2 style="margin:0 0 8px;font-size:16px">${escapeHtml(heading)}</h2>` +
  `<ul style="margin:0 0 16px;padding-left:20px">${items
    .map(
      ({ text, detail }) =>
        `<li style="margin:0 0 4px">${escapeHtml(text)}<br><span style="color:#475569;font-size:14px">${escapeHtml(detail)}</span></li>`,
    )
    .join('')}</ul>${more ? paragraph(more) : ''}`;

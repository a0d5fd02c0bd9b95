/** Languages of the product (SHELL-09). */
export type MailLanguage = 'en' | 'es' | 'fr' | 'de';

/** One rendered message; `lines` are paragraphs, `action` the one button. */
export interface MailContent {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

/** A kind of mail, declared by the area that causes it (NOT-02). */
export interface MailTemplate<Payload = never> {
  readonly name: string;
  /** Security mails ignore the person's switches. */
  readonly category: 'security' | 'training' | 'reminder' | 'system';
  render(language: MailLanguage, payload: Payload): MailContent;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe inside HTML (T23: names and messages in mails stay text). */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** Header values hold one line, whatever a person typed (T23). */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

/** The text and HTML parts of a message; links are built from PUBLIC_URL alone (T20). */
export function renderMail(
  content: MailContent,
  publicUrl: URL,
): { subject: string; text: string; html: string } {
  const link = content.action ? new URL(content.action.path, publicUrl).href : undefined;
  const text = [
    ...content.lines,
    ...(content.action && link ? [`${content.action.label}: ${link}`] : []),
  ].join('\n\n');
  const paragraphs = content.lines
    .map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`)
    .join('');
  const button =
    content.action && link
      ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#0f766e;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(content.action.label)}</a></p>`
      : '';
  const html = `<!doctype html><html><body style="margin:0;background:#f3f6f8;font-family:Inter,Segoe UI,Arial,sans-serif;color:#14202b;line-height:1.5"><div style="max-width:560px;margin:32px auto;background:#ffffff;border-radius:8px;padding:32px"><p style="margin:0 0 24px;font-weight:600;color:#0f766e">TrainTrail</p>${paragraphs}${button}</div></body></html>`;
  return { subject: oneLine(content.subject), text, html };
}

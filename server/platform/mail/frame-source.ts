import mjml2html from 'mjml';
import type { FrameSlot, Frames } from './frame.ts';

const slot = (name: FrameSlot) => `{{${name}}}`;

const button = `<mj-button href="${slot('link')}" align="left" background-color="#0f766e" color="#ffffff" border-radius="8px" font-size="16px" padding="8px 24px 24px">${slot('label')}</mj-button>
        <mj-text>${slot('after')}</mj-text>`;

const source = (action: string) => `<mjml lang="${slot('language')}" dir="ltr">
  <mj-head>
    <mj-title>${slot('subject')}</mj-title>
    <mj-attributes>
      <mj-all font-family="Inter, 'Segoe UI', Arial, sans-serif" />
      <mj-text color="#14202b" font-size="16px" line-height="1.5" padding="0 24px" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f3f6f8" width="560px">
    <mj-section background-color="#ffffff" border-radius="8px" padding="32px 8px 24px">
      <mj-column>
        <mj-text color="#0f766e" font-weight="600" padding="0 24px 24px">TrainTrail</mj-text>
        <mj-text>${slot('body')}</mj-text>
        ${action}
      </mj-column>
    </mj-section>
    <mj-section padding="16px 8px 32px">
      <mj-column>
        <mj-text color="#475569" font-size="13px">${slot('why')} <a href="${slot('settingsLink')}" style="color:#0f766e">${slot('settingsLabel')}</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;

async function compile(text: string): Promise<string> {
  const { html } = await mjml2html(text, { validationLevel: 'strict', keepComments: false, fonts: {} });
  return html;
}

/** Compiles the page of emails (NOT-02); `node scripts/mail-frames.ts` writes it to frames.json, and a test compares both. */
export async function compileFrames(): Promise<Frames> {
  return { plain: await compile(source('')), withAction: await compile(source(button)) };
}

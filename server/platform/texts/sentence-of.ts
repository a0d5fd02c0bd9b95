import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { messageIdOf, reasons, type Said } from '#shared/reasons/reasons.ts';

const english = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage);

/** The English sentence of a reason: what a problem says to readers of the API, and logs. */
export function sentenceOf({ reason, params }: Said): string {
  return english._(messageIdOf(reason), params ?? {}, { message: reasons[reason][0] });
}

import { reasons, type ReasonWithParams } from '#shared/reasons/reasons.ts';
import { formatMessage } from './format-message.ts';

/** Returns the English sentence of a reason: the text of a problem for readers of the API, and of logs. */
export function sentenceOf({ reason, params }: ReasonWithParams): string {
  return formatMessage(reasons[reason][0], params ?? {}, 'en');
}

import { reasons, type ReasonWithParams } from '#shared/reasons/reasons.ts';
import { formatMessage } from './format-message.ts';

/** The English sentence of a reason: what a problem says to readers of the API, and logs. */
export function sentenceOf({ reason, params }: ReasonWithParams): string {
  return formatMessage(reasons[reason][0], params ?? {}, 'en');
}

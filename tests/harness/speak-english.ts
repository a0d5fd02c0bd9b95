/** Every test file of the page begins in English with the sentences of reasons alone, whatever language the file before it spoke. */
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { reasons, type Reason } from '#shared/reasons/reasons.ts';

const codes = Object.keys(reasons) as readonly Reason[];
const messages = Object.fromEntries(
  codes.map((code) => [`reason.${code}`, compileMessage(reasons[code][0])]),
);

i18n.loadAndActivate({ locale: 'en', messages });

/** Every test file of the page begins in English without a catalogue, whatever language the file before it spoke. */
import { i18n } from '@lingui/core';

i18n.loadAndActivate({ locale: 'en', messages: {} });

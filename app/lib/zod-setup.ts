import { config } from 'zod/v4/core';
import { plainMessage } from '#shared/contract/plain-messages.ts';

// Zod would try `new Function` before its first check, which the content security policy forbids and reports.
config({ jitless: true, customError: plainMessage });

import { AppError } from '#shared/contract/errors.ts';

/** Returns an export that takes too long to wait for (RPT-03): it is created in the background. */
export const tooLarge = (): AppError =>
  new AppError('CONFLICT', {
    reason: 'export_too_large',
  });

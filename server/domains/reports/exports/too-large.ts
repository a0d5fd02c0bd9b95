import { AppError } from '#shared/contract/errors.ts';

/** An export that nobody should wait for (RPT-03): it is made in the background. */
export const tooLarge = (): AppError =>
  new AppError('CONFLICT', {
    reason: 'export_too_large',
  });

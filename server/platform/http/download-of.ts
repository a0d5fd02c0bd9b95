/** Headers of a file that a report is downloaded as. */
export const downloadOf = (name: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});

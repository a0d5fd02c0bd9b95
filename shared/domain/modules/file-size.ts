const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size in bytes as `fileSizeFormatted` (SPEC §3): steps of 1024, at most one decimal, such as '1.5 MB'; RangeError below 0. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) throw new RangeError(`not a file size: ${bytes}`);
  let value = bytes;
  let unit = 0;
  // 1023.95 would be shown as 1024.0, so it belongs to the next unit already.
  while (unit < UNITS.length - 1 && value >= (unit === 0 ? 1024 : 1023.95)) {
    value /= 1024;
    unit += 1;
  }
  const shown = unit === 0 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${shown} ${UNITS[unit] ?? 'TB'}`;
}

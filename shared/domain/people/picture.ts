/** The file types of a person's picture (USR-02; MOD-07 rules for images). */
export const pictureExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;

/** The largest picture in bytes (USR-02): many are shown at once. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Returns the address of a person's picture, the only form that `profileImageUrl` ever has (USR-02, T10). Its end depends on the
 * bytes, so that a browser shows a new picture at once.
 */
export function pictureUrl(userId: string, sha256: string): string {
  return `/api/users/${userId}/picture?v=${sha256.slice(0, 12)}`;
}

/** The last part of a path in either slash manner, for what browsers send as a file name (MOD-05). */
export function baseName(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

/** The extension in lower case without the dot, '' when there is none (SPEC §9, MOD-07). */
export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(baseName(fileName))?.[1]?.toLowerCase() ?? '';
}

/** The file name without folders and extension (SPEC §9). */
export function stemOf(fileName: string): string {
  const base = baseName(fileName);
  const extension = extensionOf(fileName);
  return extension === '' ? base : base.slice(0, -extension.length - 1);
}

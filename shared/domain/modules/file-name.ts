/** Returns the last part of a path with slashes or backslashes, because browsers send such file names (MOD-05). */
export function baseName(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

/** Returns the extension in lower case without the dot, '' if there is none (SPEC §9, MOD-07). */
export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(baseName(fileName))?.[1]?.toLowerCase() ?? '';
}

/** Returns the file name without folders and extension (SPEC §9). */
export function stemOf(fileName: string): string {
  const base = baseName(fileName);
  const extension = extensionOf(fileName);
  return extension === '' ? base : base.slice(0, -extension.length - 1);
}

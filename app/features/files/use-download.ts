import { useState } from 'react';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** Presentations by their media types (SPEC §2.17). */
export function isPresentation({ contentType }: Pick<ModuleFile, 'contentType'>): boolean {
  return /powerpoint|presentationml/.test(contentType);
}

/**
 * Downloads a file (SPEC §8 'Downloads'): one that is not found opens in a new tab, where the server says so; a
 * presentation that is not found tells the person to contact an administrator (`missing`).
 */
export function useDownload(file: ModuleFile): {
  readonly missing: boolean;
  readonly download: () => Promise<boolean>;
} {
  const [missing, setMissing] = useState(false);
  const download = async (): Promise<boolean> => {
    const found = await isThere(file.url);
    setMissing(!found && isPresentation(file));
    if (!found) {
      if (!isPresentation(file)) window.open(file.url, '_blank', 'noopener');
      return false;
    }
    const anchor = document.createElement('a');
    anchor.href = `${file.url}?download=true`;
    anchor.download = file.originalName;
    anchor.click();
    return true;
  };
  return { missing, download };
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD', credentials: 'same-origin' })).status !== 404;
  } catch (error) {
    // No answer is no 'not found': the browser itself says what is wrong with the download.
    if (error instanceof TypeError) return true;
    throw error;
  }
}

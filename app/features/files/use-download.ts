import { useState } from 'react';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** Presentations by their media types (SPEC §2.17). */
export function isPresentation({ contentType }: Pick<ModuleFile, 'contentType'>): boolean {
  return /powerpoint|presentation/.test(contentType);
}

/**
 * Downloads a file (SPEC §8 'Downloads'); returns true once all of it has arrived. A file that is not found opens in a new tab, where
 * the server says so; for a presentation that is not found, the person is asked to contact an administrator (`missing`).
 */
export function useDownload(file: ModuleFile): {
  readonly missing: boolean;
  readonly busy: boolean;
  readonly download: () => Promise<boolean>;
} {
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const found = await fetchFile(file);
      setMissing(found === 'missing' && isPresentation(file));
      if (found === 'missing') {
        if (!isPresentation(file)) window.open(file.url, '_blank', 'noopener');
        return false;
      }
      if (typeof found === 'string') {
        // The browser itself shows errors and the progress of the download.
        saveAs(`${file.url}?download=true`, file.originalName);
        return found === 'large';
      }
      const address = URL.createObjectURL(found);
      saveAs(address, file.originalName);
      // Browsers read the address after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      return true;
    } finally {
      setBusy(false);
    }
  };
  return { missing, busy, download };
}

function saveAs(address: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
}

/** The size in bytes from which a file is saved directly to the disk. */
const largeFrom = 50 * 1024 * 1024;

/** Fetches the whole file, never from the browser's cache: the server records that it was downloaded (VIEW-04). */
async function fetchFile({ url, size }: ModuleFile): Promise<Blob | 'missing' | 'failed' | 'large'> {
  const isLarge = size >= largeFrom;
  try {
    const answer = await fetch(isLarge ? url : `${url}?download=true`, {
      method: isLarge ? 'HEAD' : 'GET',
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (answer.status === 404) return 'missing';
    if (!answer.ok) return 'failed';
    return isLarge ? 'large' : await answer.blob();
  } catch (error) {
    if (error instanceof TypeError) return 'failed';
    throw error;
  }
}

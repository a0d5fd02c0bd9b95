import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { loosen, send, type Args, type Target } from '#app/lib/client.ts';

/**
 * Fetches the stream of a call and saves it as a file (SPEC §7 exports), under the name that the server gives or else
 * `fallbackName`. Throws {@link ApiError}, so that the screen can offer Retry (SHELL-07).
 */
export async function saveFile<E extends AnyEndpoint>(
  endpoint: E,
  fallbackName: string,
  ...[target]: Args<Target<E> & { readonly signal?: AbortSignal }>
): Promise<void> {
  const response = await send(endpoint, loosen(target));
  const name = nameOf(response.headers.get('content-disposition')) ?? fallbackName;
  saveBlob(await response.blob(), name);
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The click has started the download by the next turn; keeping the address longer would hold the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

function nameOf(disposition: string | null): string | undefined {
  if (!disposition) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition)?.[1];
}

import type { AnyEndpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { ApiError, toApiError } from '#app/lib/api-error.ts';
import { addressOf, reportRefusal, type LooseOptions } from '#app/lib/client.ts';
import { reasonText } from '#app/lib/reasons.ts';

/** A file of a multipart call with the name of its part (`file`, `files`, `file_0`). */
export interface UploadPart {
  readonly name: string;
  readonly file: File;
}

/** The options of an upload; fields that are objects are sent as JSON text (SPEC §7 `moduleInfo`). */
export interface UploadOptions {
  readonly params?: LooseOptions['params'];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadPart[];
  /** Called with the share that has been sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** Sends a multipart call and reports its progress. Throws {@link ApiError}; an abort throws the signal's reason. */
export function upload<E extends AnyEndpoint>(endpoint: E, options: UploadOptions): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch does not report how much of a body has been sent.
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, { params: options.params }));
    request.setRequestHeader('accept', 'application/json');
    if (options.idempotencyKey) request.setRequestHeader('idempotency-key', options.idempotencyKey);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(
          (request.responseText === '' ? undefined : JSON.parse(request.responseText)) as ResponseOf<E>,
        );
        return;
      }
      const error = toApiError(request.status, request.statusText, request.responseText);
      reportRefusal(error);
      reject(error);
    });
    request.addEventListener('error', () => reject(new ApiError(0, reasonText('unreachable'))));
    request.addEventListener('abort', () =>
      reject(options.signal?.reason ?? new DOMException('', 'AbortError')),
    );
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(formOf(options));
  });
}

function formOf({ fields, files }: UploadOptions): FormData {
  const form = new FormData();
  // Text fields go first: the server reads the parts in order and decides with them what to do with the files.
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const { name, file } of files) form.append(name, file, file.name);
  return form;
}

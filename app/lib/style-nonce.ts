import { setNonce } from 'get-nonce';

/** The value that style elements of this page must carry, as the content security policy asks (SEC-02). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// For the library that keeps the page from scrolling behind a dialog.
setNonce(styleNonce);

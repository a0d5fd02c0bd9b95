import { setNonce } from 'get-nonce';

/** The value that style elements of this page must have, as the content security policy requires (SEC-02). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// For the library that prevents the page from scrolling behind a dialog.
setNonce(styleNonce);

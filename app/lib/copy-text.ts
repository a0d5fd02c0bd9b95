/**
 * Copies a text to the clipboard and returns whether it worked. Pages without https have no clipboard API: there the browser
 * copies the selection of a hidden field.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      // The person has forbidden it, or the page is not in front.
      if (!(error instanceof DOMException)) throw error;
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  // Inside the open dialog, which takes the focus back from any element outside.
  const place = focused?.closest('[role="dialog"]') ?? document.body;
  place.append(field);
  field.select();
  // Deprecated, and the only way without https.
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

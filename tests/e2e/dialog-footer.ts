import { expect, type Page } from '@playwright/test';

/** The laptop and the phone on which every button of a dialog has to be in view. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
] as const;

/** Fails when a button at the end of the open dialog is out of view, on a laptop or on a phone (SHELL-11). */
export async function expectFooterInView(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const buttons = page.getByRole('dialog').last().locator('[data-dialog-footer]').getByRole('button');
    // A dialog without a footer would have nothing to be out of view.
    await expect(buttons.first(), `${where}: the footer`).toBeVisible();
    for (const button of await buttons.all())
      await expect(button, `${where} at ${size.width} × ${size.height}`).toBeInViewport({ ratio: 1 });
  }
  if (before) await page.setViewportSize(before);
}

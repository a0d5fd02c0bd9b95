import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNothingCut } from './looks.ts';

test('[SHELL-10] [SHELL-11] what these tests look with sees a nameless button, pale letters and a text that is cut off', async ({
  page,
}) => {
  const show = (body: string) =>
    page.setContent(
      `<html lang="en"><head><title>T</title></head><body><main><h1>T</h1>${body}</main></body></html>`,
    );
  await show('<button>Save</button>');
  await expectAccessible(page, 'a plain page');
  await show('<button></button>');
  await expect(expectAccessible(page, 'nameless')).rejects.toThrow(/button-name/);
  await show('<p style="color:#bbb;background:#fff">pale</p>');
  await expect(expectAccessible(page, 'pale', ['color-contrast'])).rejects.toThrow(/color-contrast/);
  // Behind an open dialog nothing is reached, in it everything.
  await show(
    '<button></button><div role="dialog" aria-modal="true" aria-label="D"><button>Done</button></div>',
  );
  await expectAccessible(page, 'a good dialog');
  await show(
    '<button>Save</button><div role="dialog" aria-modal="true" aria-label="D"><button></button></div>',
  );
  await expect(expectAccessible(page, 'a bad dialog')).rejects.toThrow(/button-name/);
  await show('<p style="width:60px;overflow:hidden;white-space:nowrap">far too long for this</p>');
  await expect(expectNothingCut(page, 'cut')).rejects.toThrow(/far too long/);
  await show(
    '<div style="width:60px;overflow:hidden"><span style="white-space:nowrap">out of its card</span></div>',
  );
  await expect(expectNothingCut(page, 'cut by a card')).rejects.toThrow(/out of its card/);
  await show(
    '<div style="width:60px;overflow:auto" tabindex="0"><span style="white-space:nowrap">scrolls</span></div>',
  );
  await expectNothingCut(page, 'what scrolls');
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const widths = [1440, 768, 390];
const schemes = ['light', 'dark'] as const;

/**
 * Saves the page at three widths, light and dark, as `<name>-<width>-<scheme>.png` in the folder that
 * `PLINTH_SCREENSHOTS` names; does nothing where it names none.
 */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.PLINTH_SCREENSHOTS;
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}

import type { Page } from 'playwright-core';

/** Lets the page see a drag, a drop or a paste of one text file, as the browser would tell of it. */
export async function hand(
  page: Page,
  event: 'dragover' | 'drop' | 'paste',
  name: string,
): Promise<void> {
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File(['flour'], ${JSON.stringify(name)}, { type: 'text/plain' }));
    const init = { bubbles: true, cancelable: true };
    const event = '${event}' === 'paste'
      ? new ClipboardEvent('paste', { ...init, clipboardData: data })
      : new DragEvent('${event}', { ...init, dataTransfer: data });
    document.querySelector('.note-paper, .body-input').dispatchEvent(event);
  }`);
}

/** Sizes in pixels of the pictures that a page has loaded in a place. */
export const loadedSizes = (page: Page, selector: string) => (): Promise<number[][]> =>
  page.$$eval(selector, (images) =>
    (images as unknown as { naturalWidth: number; naturalHeight: number }[]).map(
      ({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight],
    ),
  );

/** Red, green and blue in the middle of the picture that a selector finds first; undefined without one. */
export const shownColor = (page: Page, selector: string): Promise<number[] | undefined> =>
  page.evaluate<number[] | undefined>(`{
    const image = document.querySelector(${JSON.stringify(selector)});
    if (image?.complete) {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas.drawImage(image, -48, -48);
      [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    }
  }`);

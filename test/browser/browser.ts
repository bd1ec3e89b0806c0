import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { findChromium } from './chromium-path.ts';
import { NetworkLog } from './network-log.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a page may take for one step, in milliseconds. */
const patience = 10_000;

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A person at a browser of their own: nothing in it is shared with other visitors. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly log: NetworkLog;
  /** Says that console errors like this are meant to happen, such as those of a refused request. */
  tolerate(pattern: RegExp): void;
}

/** A headless Chromium. Complaints of its pages (console errors, exceptions) gather until the test ends. */
export class TestBrowser {
  readonly #browser: Browser;
  readonly #complaints: string[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<TestBrowser> {
    const { executablePath, env } = await findChromium();
    const browser = await chromium.launch({
      executablePath,
      args: flags,
      env: { ...process.env, ...env },
    });
    return new TestBrowser(browser);
  }

  /** A fresh context with one empty page. */
  async visit({ width = 1440, height = 900, colorScheme }: VisitOptions = {}): Promise<Visitor> {
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: colorScheme ?? 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    context.setDefaultTimeout(patience);
    const tolerated: RegExp[] = [];
    const complain = (text: string): void => {
      if (!tolerated.some((pattern) => pattern.test(text))) this.#complaints.push(text);
    };
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      complain(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complain(`exception: ${error.error().stack}`));
    const log = new NetworkLog(context);
    const page = await context.newPage();
    return { context, page, log, tolerate: (pattern) => void tolerated.push(pattern) };
  }

  /**
   * For `afterEach`: the test fails where a page has complained, and of a failed test the pages are kept
   * as pictures.
   */
  async endTest({ task }: Pick<TestContext, 'task'>): Promise<void> {
    const complaints = this.#complaints.splice(0);
    if (task.result?.state === 'fail') await this.#keepPictures(task.name);
    expect(complaints, 'complaints of the pages').toEqual([]);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async #keepPictures(test: string): Promise<void> {
    const folder = process.env.PLINTH_SCREENSHOTS || join(tmpdir(), 'plinth-failures');
    const pages = this.#browser.contexts().flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) {
      const path = join(folder, `failed-${test.replace(/\W+/g, '-').slice(0, 80)}-${index}.png`);
      await page.screenshot({ path }).then(
        () => console.error(`The page at ${page.url()} is in ${path}`),
        () => {},
      );
    }
  }
}

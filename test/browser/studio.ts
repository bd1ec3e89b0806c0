import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTestBackend, type TestBackend } from '@plinth/testkit';
import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { assertAccessible } from './axe.ts';
import { assertBearerRule, type BearerRule } from './bearer-rule.ts';
import { TestBrowser, type VisitOptions, type Visitor } from './browser.ts';
import { root } from './repository.ts';

/** The owner of every server that is under test here. */
export const owner = {
  name: 'Olga Owner',
  email: 'olga@example.com',
  password: 'a long password of mine',
};

/** Small for a desk: axe looks at every cell of a grid that is in sight. */
const screen = { width: 1200, height: 640 };

/** Studio as it is built, on a backend and in a browser of its own. */
export class StudioUnderTest {
  readonly backend: TestBackend;
  readonly browser: TestBrowser;
  readonly #rule: BearerRule;
  #visitors: { readonly visitor: Visitor; readonly signedIn: boolean }[] = [];

  private constructor(backend: TestBackend, browser: TestBrowser, rule: BearerRule) {
    this.backend = backend;
    this.browser = browser;
    this.#rule = rule;
  }

  /** `schema` is the SQL of the project; with `setUp: false` the server has no owner yet. */
  static async start({ schema = '', setUp = true } = {}): Promise<StudioUnderTest> {
    const studioFolder = join(root, 'apps', 'studio', 'dist');
    if (!existsSync(join(studioFolder, 'index.html')))
      throw new Error('Studio has not been built: run npm run build first');
    const [backend, browser] = await Promise.all([
      createTestBackend({ schema, studioFolder }),
      TestBrowser.launch(),
    ]);
    const { url, publishableKey, serviceRoleKey, secretKey, jwtSecret } = backend;
    const status = await (await fetch(`${url}/console/v1/status`)).json();
    const { controlKey } = status as { controlKey: string };
    if (setUp) await createOwner(url, controlKey);
    return new StudioUnderTest(backend, browser, {
      backendUrl: url,
      publicKeys: [publishableKey, controlKey],
      secrets: [serviceRoleKey, secretKey, jwtSecret],
    });
  }

  /** URL of a page of Studio: `/project/default/sql`. */
  urlOf(path: string): string {
    return `${this.backend.url}/studio${path}`;
  }

  /** Somebody who is not signed in, at this page. */
  async visit(path: string, options: VisitOptions = {}): Promise<Visitor> {
    const visitor = await this.browser.visit({ ...screen, ...options });
    this.#visitors.push({ visitor, signedIn: false });
    await visitor.page.goto(this.urlOf(path));
    return visitor;
  }

  /** The owner at this page, having come through the sign-in form. */
  async signIn(path: string, options: VisitOptions = {}): Promise<Visitor> {
    const visitor = await this.visit(path, options);
    this.#visitors = this.#visitors.map((one) =>
      one.visitor === visitor ? { visitor, signedIn: true } : one,
    );
    await fillSignIn(visitor.page, owner.password);
    await visitor.page.getByRole('button', { name: /^Account of/ }).waitFor();
    return visitor;
  }

  /** For `afterEach`: no page has complained, and every call of the test has kept the bearer rule. */
  async endTest(context: Pick<TestContext, 'task'>): Promise<void> {
    const visitors = this.#visitors;
    this.#visitors = [];
    try {
      await this.browser.endTest(context);
      for (const { visitor, signedIn } of visitors) {
        const { sessionToken, publicKey } = await assertBearerRule(visitor.log, this.#rule);
        expect(publicKey, 'calls before somebody signed in').toBeGreaterThan(0);
        if (signedIn) expect(sessionToken, 'calls of the session').toBeGreaterThan(0);
      }
    } finally {
      await Promise.all(visitors.map(({ visitor }) => visitor.context.close()));
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.backend.close();
  }
}

/** Fills and sends the sign-in form as the owner with this password. */
export async function fillSignIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Asserts that axe finds nothing on the page, light and dark: in the dark only colours can differ. */
export async function assertAccessibleInBothThemes(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor();
  await assertAccessible(page, `${name}, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-theme=light]').waitFor();
  await assertAccessible(page, name);
}

async function createOwner(url: string, controlKey: string): Promise<void> {
  const answer = await fetch(`${url}/console/v1/setup`, {
    method: 'POST',
    headers: {
      apikey: controlKey,
      authorization: `Bearer ${controlKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(owner),
  });
  if (!answer.ok) throw new Error(`No owner was made: ${await answer.text()}`);
}

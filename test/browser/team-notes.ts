import { createTestBackend, type TestBackend } from '@plinth/testkit';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { assertBearerRule } from './bearer-rule.ts';
import { TestBrowser, type Visitor } from './browser.ts';
import { migrationsOf } from './repository.ts';
import { type ServedApp, serveTeamNotes } from './serve-app.ts';

/** The application as it is built, on a backend with its migrations, and a browser to drive it. */
export class TeamNotesUnderTest {
  readonly app: ServedApp;
  readonly backend: TestBackend;
  readonly browser: TestBrowser;

  private constructor(app: ServedApp, backend: TestBackend, browser: TestBrowser) {
    this.app = app;
    this.backend = backend;
    this.browser = browser;
  }

  static async start(): Promise<TeamNotesUnderTest> {
    const app = await serveTeamNotes();
    const backend = await createTestBackend({
      schema: migrationsOf('team-notes'),
      settings: { 'auth.site_url': app.url, 'auth.additional_redirect_urls': [`${app.url}/**`] },
    });
    const [browser] = await Promise.all([TestBrowser.launch(), app.build(backend)]);
    return new TeamNotesUnderTest(app, backend, browser);
  }

  /** Signs somebody up with the form; the password is "correct horse". */
  async signUp({ page }: Visitor, name: string, email: string): Promise<void> {
    await page.goto(this.app.url);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Start your first notebook' }).waitFor();
  }

  /** Asserts the bearer rule over all that a visitor's pages have sent: calls of both kinds among them. */
  async assertBearers({ log }: Visitor): Promise<void> {
    const { sessionToken, publicKey } = await assertBearerRule(log, {
      backendUrl: this.backend.url,
      publicKeys: [this.backend.publishableKey],
      secrets: [this.backend.serviceRoleKey, this.backend.secretKey, this.backend.jwtSecret],
    });
    expect(sessionToken).toBeGreaterThan(5);
    expect(publicKey).toBeGreaterThan(0);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.backend.close();
    await this.app.close();
  }
}

/** Opens a notebook from the sidebar. */
export async function openNotebook(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** A note in the list. */
export const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').getByRole('link', { name: title });

/** Writes a note into the notebook that is open, and leaves the editor. */
export async function write(page: Page, title: string, body: string): Promise<void> {
  await page.getByRole('button', { name: 'New note', exact: true }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Note' }).fill(body);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

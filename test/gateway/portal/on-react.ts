/// <reference lib="dom" />
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, textOf, typedIn } from '#test/support/tabs.ts';
import { runFile } from '#test/support/umoja-process.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The same sources with React in the place of Preact: what works with one alone would show here. */
export function onReact(portal: () => Portal): void {
  describe('built with React in place of Preact', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'umoja-on-react-'));
      const { code, output } = await runFile('gateway/portal-server/bundle.ts', [folder, 'react'], process.env);
      expect(output).toBe('');
      expect(code).toBe(0);
    }, 120_000);
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Its files come in the place of those that the gateway serves, under the gateway's policy. */
    async function open(role: string, address: string): Promise<Tab> {
      const frame = await fetch(portal().origin, { headers: { accept: 'text/html' } });
      const policy = frame.headers.get('content-security-policy') ?? '';
      const tab = await portal().chromium.open('about:blank');
      const answer = async (request: HTTPRequest) => {
        const { pathname } = new URL(request.url());
        const isPage = request.isNavigationRequest();
        if (!isPage && !pathname.startsWith('/assets/')) return request.continue();
        const file = isPage ? 'index.html' : pathname.slice(1);
        await request.respond({
          contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
          headers: isPage ? { 'content-security-policy': policy } : {},
          body: await readFile(path.join(folder, file)),
        });
      };
      await tab.page.setRequestInterception(true);
      tab.page.on('request', (request) => void answer(request));
      await tab.page.goto(`${portal().origin}${address}`);
      await tab.page.locator(`button[data-role=${role}]`).click();
      await tab.page.waitForSelector('#content h1');
      return tab;
    }

    it('shows each kind of page, complains of nothing, and keeps what is typed', async () => {
      const tab = await open('officer', '/');
      for (const address of ['/members', '/loans', '/loans/L-000001', '/approvals', '/savings']) {
        await tab.page.goto(`${portal().origin}${address}`);
        await tab.page.waitForSelector('#content h1');
        await tab.page.waitForFunction(() => document.querySelector('.skeleton') === null);
        expect(await textOf(tab, '#content h1')).not.toBe('');
        expect(await tab.page.$$('.error-box')).toEqual([]);
      }
      await tab.page.goto(`${portal().origin}/members/M-000005`);
      await pressed(tab, 'suspendMember');
      await tab.page.locator('dialog[open] textarea').fill('As typed in React.');
      expect(await textOf(tab, 'dialog[open] .consequence')).not.toBe('');
      expect(await typedIn(tab, 'dialog[open] textarea')).toBe('As typed in React.');
      expect(await tab.violations()).toEqual([]);
      // The router's own lazy component: React complains of it to its authors.
      expect(tab.complaints.filter((text) => !text.includes('conditional-use-of-use'))).toEqual([]);
      await tab.close();
    }, 90_000);
  });
}

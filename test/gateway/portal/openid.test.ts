/// <reference lib="dom" />
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { openIdentityProvider } from '#test/support/identity-provider.ts';
import { CHROMIUM, openPortal, type Portal } from '#test/support/portal.ts';
import { pressed, reads, send, textOf, typedIn } from '#test/support/tabs.ts';

/** In a browser, at a real identity provider: the whole page leaves, and comes back. */
describe.skipIf(CHROMIUM === null)('The portal of an institution that has an identity provider', () => {
  let portal: Portal;
  let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
  beforeAll(async () => {
    // The provider knows where people come back to, and we who the provider is: the port is chosen before either.
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    provider = await openIdentityProvider(`${origin}/auth/openid/callback`);
    const { issuer, clientId, clientSecret } = provider.settings;
    portal = await openPortal({
      settings: {
        GRAPHQL_PORT: String(port),
        UMOJA_PUBLIC_ORIGIN: origin,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
      },
    });
  });
  afterAll(async () => {
    await portal?.close();
    await provider?.close();
  }, 60_000);

  it('takes the account there for an invitation and from then on, and for what asks who one is', async () => {
    const output = await portal.umoja('person', 'invite', '--name', 'Jane Wanjiru', '--email', 'jane@example.org');
    const [link = ''] = /http:\S+#invitation=\S+/.exec(output) ?? [];
    const tab = await portal.chromium.open(link);
    await reads(tab, '.sign-in', 'Jane Wanjiru');
    expect(await textOf(tab, '.sign-in .button.primary')).toBe('Join with the account of your institution');
    await tab.page.locator('.sign-in .button.primary').click();
    await atProvider(tab, 'jane');
    await tab.page.waitForSelector('#content');
    expect(tab.page.url()).not.toContain('invitation');

    await tab.page.locator('.who').click();
    await tab.page.locator('#account [data-menu=sign-out]').click();
    await tab.page.locator('.sign-in .button ::-p-text(Sign in with your institution)').click();
    await tab.page.waitForSelector('#content, input[name=login], form[action*=interaction]');
    if ((await tab.page.$('#content')) === null) await atProvider(tab, 'jane');
    await tab.page.waitForSelector('#content');
    expect(await textOf(tab, '.who')).toContain('Jane Wanjiru');

    await portal.owner(`update person_session set stepped_up_at = now() - interval '6 minutes'`);
    await tab.page.goto(`${portal.origin}/settings/people`);
    await pressed(tab, 'invitePerson');
    await tab.page.locator('dialog[open] input[name=name]').fill('Peter Kilonzo');
    await tab.page.locator('dialog[open] input[name=email]').fill('peter@example.org');
    await tab.page.locator('dialog[open] .check ::-p-text(Teller)').click();
    await send(tab);
    await tab.page.locator('dialog[open] button[data-way=provider]').click();
    await atProvider(tab, 'jane');
    // Back where they were, with what they had typed.
    await pressed(tab, 'invitePerson');
    expect(await typedIn(tab, 'dialog[open] input[name=name]')).toBe('Peter Kilonzo');
    await send(tab);
    expect(await textOf(tab, 'dialog.secret[open]')).toContain('#invitation=');
    // The provider’s own page is not ours.
    expect(tab.complaints.filter((text) => text.includes(portal.origin))).toEqual([]);
    await tab.close();
  }, 120_000);
});

/** Signs in at the provider, as whom it asks for, and lets it say so to us. */
async function atProvider(tab: Tab, login: string): Promise<void> {
  const isThere = () => new URL(tab.page.url()).hostname === '127.0.0.1';
  await tab.page.waitForSelector('form[action*=interaction]');
  while (isThere()) {
    const field = await tab.page.$('input[name=login]');
    if (field) await tab.page.type('input[name=login]', login);
    if (field) await tab.page.type('input[name=password]', 'any');
    await Promise.all([tab.page.waitForNavigation(), tab.page.click('[type=submit]')]);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

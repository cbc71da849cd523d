import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real identity provider on this machine, at which anyone signs in with a name and any password. */
export async function openIdentityProvider(redirect: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'umoja', client_secret: 'a secret of the client', redirect_uris: [redirect] }],
    pkce: { required: () => true },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    features: { devInteractions: { enabled: true } },
  });
  server.on('request', provider.callback());
  return {
    settings: { issuer, clientId: 'umoja', clientSecret: 'a secret of the client' },
    /** What a browser does at the provider, to the address at which it comes back to us. With its cookies it is known. */
    signIn: (url: string, login: string, cookies = new Map<string, string>()) =>
      passThrough(url, login, { redirect, cookies }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function passThrough(
  start: string,
  login: string,
  { redirect, cookies }: { readonly redirect: string; readonly cookies: Map<string, string> },
): Promise<string> {
  let url = start;
  for (let step = 0; step < 20; step++) {
    if (url.startsWith(redirect)) return url;
    const response = await visit(url, cookies);
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`The provider shows no form:\n${page.slice(0, 2_000)}`);
    const form = new URLSearchParams({ prompt, login, password: 'any' });
    const posted = await visit(new URL(action, url).href, cookies, form);
    url = new URL(posted.headers.get('location') ?? '', url).href;
  }
  throw new Error('The provider does not come to an end.');
}

async function visit(url: string, cookies: Map<string, string>, form?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form === undefined ? {} : { method: 'POST', body: form }),
  });
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return response;
}

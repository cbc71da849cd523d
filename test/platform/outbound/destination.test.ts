import { describe, expect, it } from 'vitest';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import {
  checkDestination,
  guardFor,
  hostOf,
  locateWithin,
  readUrl,
  systemResolve,
  type Guard,
} from '#platform/outbound/destination.ts';

const never: Guard['resolve'] = (hostname) => Promise.reject(new Error(`Nobody should have asked for ${hostname}.`));
const answering = (...addresses: string[]): Guard => ({
  allowHttp: true,
  allowedNetworks: [],
  resolve: () => Promise.resolve(addresses),
});
const literalsOnly: Guard = { allowHttp: true, allowedNetworks: [], resolve: never };

describe('The webhooks of an institution', () => {
  const inside = 'http://127.0.0.1:5432/';
  const reach: Parameters<typeof guardFor>[1] = { allowedNetworks: [], resolve: never };
  const reachedBy = async (owner: Parameters<typeof guardFor>[0], allowed = reach) =>
    (await checkDestination(inside, guardFor(owner, allowed))).kind;

  it('of a sandbox partner do not lead to this machine, whose replies he could read', async () => {
    expect(await reachedBy({ mode: 'sandbox', webhookNetworks: [] })).toBe('refused');
  });

  it('of the planted demo do, and those of every sandbox where the operator says so; of a live one never', async () => {
    const webhookNetworks = ['127.0.0.0/8'];
    const allowedByAll = { ...reach, allowedNetworks: parseNetworks('127.0.0.0/8') };
    expect(await reachedBy({ mode: 'sandbox', webhookNetworks })).toBe('fine');
    expect(await reachedBy({ mode: 'sandbox', webhookNetworks: [] }, allowedByAll)).toBe('fine');
    expect(await reachedBy({ mode: 'live', webhookNetworks }, allowedByAll)).toBe('refused');
  });
});

describe('The url of a webhook that is to be registered', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0X7F.0.0.1/',
    'http://0177.0.0.1/',
    'http://0177.0x0.0.1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:FFFF:7F00:0001]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://１２７.０.０.１/',
    'http://１２７。０。０。１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1:8080/',
    'http://100.64.0.1/',
    'http://3232235777/',
    'https:127.0.0.1',
    'https:\\\\127.0.0.1\\',
  ])('is refused as a literal of a blocked address, without asking for a name: %s', async (url) => {
    expect(await checkDestination(url, literalsOnly)).toMatchObject({ kind: 'refused', reason: 'blocked_address' });
  });

  it.each([
    ['http://example.com/', 'scheme_not_allowed'],
    ['ftp://example.com/', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['javascript:alert(1)', 'scheme_not_allowed'],
    ['https://user@example.com/', 'user_info_not_allowed'],
    ['https://:secret@example.com/', 'user_info_not_allowed'],
    ['https://example.com@127.0.0.1/', 'user_info_not_allowed'],
    ['/hooks', 'invalid_url'],
    ['', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://exa mple.com/', 'invalid_url'],
    ['https://example.com/\n', 'invalid_url'],
    ['https://example.com/\u0000', 'invalid_url'],
    ['https://[fe80::1%25eth0]/', 'invalid_url'],
    ['https://256.256.256.256/', 'invalid_url'],
    ['https://1.2.3.4.5/', 'invalid_url'],
    ['https://example.com:99999/', 'invalid_url'],
    ['https://example.com:0/', 'invalid_url'],
    ['https://example.com:000/hooks', 'invalid_url'],
    [`https://example.com/${'a'.repeat(2029)}`, 'url_too_long'],
  ])('is refused with a reason: %s is %s', async (url, reason) => {
    const live: Guard = { ...literalsOnly, allowHttp: false };
    expect(await checkDestination(url, live)).toMatchObject({ kind: 'refused', reason });
  });

  it('may have 2048 characters', async () => {
    const url = `https://example.com/${'a'.repeat(2028)}`;
    expect(url).toHaveLength(2048);
    expect(await checkDestination(url, answering('8.8.8.8'))).toEqual({ kind: 'fine' });
  });

  it('may be http in a sandbox', async () => {
    expect(await checkDestination('http://example.com/', answering('8.8.8.8'))).toEqual({ kind: 'fine' });
  });

  it('is refused where any of the addresses of its name is blocked', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['2606:4700::1', '::1'], ['8.8.8.8', 'garbage']]) {
      expect(await checkDestination('https://example.com/', answering(...addresses))).toMatchObject({
        reason: 'blocked_address',
      });
    }
    expect(await checkDestination('https://example.com/', answering('8.8.8.8', '2606:4700::1'))).toEqual({
      kind: 'fine',
    });
  });

  it('is refused for a name of this machine, by the resolver of the system', async () => {
    const guard: Guard = { allowHttp: true, allowedNetworks: [], resolve: systemResolve };
    expect(await checkDestination('http://localhost:8080/', guard)).toMatchObject({ reason: 'blocked_address' });
    expect(await checkDestination('http://LOCALHOST./', guard)).toMatchObject({ reason: 'blocked_address' });
  });

  it('does not reveal which inner address a name has', async () => {
    const refusal = await checkDestination('https://db.internal/', answering('10.20.30.40'));
    expect(JSON.stringify(refusal)).not.toContain('10.20');
  });

  it('is let through where its name does not resolve yet', async () => {
    expect(await checkDestination('https://example.com/', { ...literalsOnly, resolve: never })).toEqual({
      kind: 'fine',
    });
  });

  it('may be a literal in an allowed network', async () => {
    const guard: Guard = { ...literalsOnly, allowedNetworks: parseNetworks('127.0.0.0/8') };
    expect(await checkDestination('http://2130706433:9000/', guard)).toEqual({ kind: 'fine' });
    expect(await checkDestination('http://10.0.0.1/', guard)).toMatchObject({ reason: 'blocked_address' });
  });
});

describe('The look-up of a name', () => {
  it('is given up after a while', async () => {
    const guard: Guard = { ...literalsOnly, resolve: () => new Promise(() => {}) };
    const located = await locateWithin(20, new URL('https://example.com/'), guard);
    expect(located).toMatchObject({ kind: 'refused', reason: 'dns_error' });
  });

  it('requests the name without the dot of a rooted one, in punycode', async () => {
    const requests: string[] = [];
    const guard: Guard = { ...literalsOnly, resolve: (name) => (requests.push(name), Promise.resolve(['8.8.8.8'])) };
    await checkDestination('https://EXAMPLE.com./', guard);
    await checkDestination('https://bücher.example/', guard);
    expect(requests).toEqual(['example.com', 'xn--bcher-kva.example']);
  });

  it('finds no address in an empty answer', async () => {
    expect(await locateWithin(50, new URL('https://example.com/'), answering())).toMatchObject({ reason: 'dns_error' });
  });
});

describe('The host of a url', () => {
  it('has no brackets', () => {
    const read = readUrl('https://[2606:4700::1]:8443/x', { allowHttp: false });
    expect(read.kind === 'fine' && hostOf(read.url)).toBe('2606:4700::1');
  });
});

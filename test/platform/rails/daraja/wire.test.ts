import { constants, createPrivateKey, privateDecrypt, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCents, wholeShillings } from '#platform/rails/daraja/wire/amounts.ts';
import { problemOfAddress } from '#platform/rails/daraja/wire/callback-address.ts';
import { securityCredential, stkPassword } from '#platform/rails/daraja/wire/credentials.ts';
import { readJson, textOf } from '#platform/rails/connection/json.ts';
import { comparePartyTo, wireMsisdn } from '#platform/rails/daraja/wire/msisdn.ts';
import { compactTime, readTime, spacedTime } from '#platform/rails/daraja/wire/times.ts';
import { darajaSettings, HOSTS, type DarajaAccount } from '#platform/rails/daraja/settings.ts';
import { selfSigned } from '#test/support/certificate.ts';

describe('An amount', () => {
  it.each([
    [100n, '1'],
    [1_000n, '10'],
    [25_000_000n, '250000'],
    [1_050n, null],
    [99n, null],
    [0n, null],
    [-100n, null],
  ])('of %i cents goes out as %s', (cents, text) => {
    expect(wholeShillings(cents)).toBe(text);
  });

  it.each([
    ['10', 1_000n],
    ['300', 30_000n],
    ['1.00', 100n],
    ['5.00', 500n],
    ['5.5', 550n],
    ['5.5000', 550n],
    ['8959269.60', 895_926_960n],
    ['-1980.00', -198_000n],
    [' 22.40 ', 2_240n],
    ['90071992547409.91', 9_007_199_254_740_991n],
    ['90071992547409.92', null],
    ['1.001', null],
    ['1e3', null],
    ['1,000.00', 100_000n],
    ['12,345,678.9', 1_234_567_890n],
    ['1,00.00', null],
    ['1,000,00', null],
    ['KES 10', null],
    ['', null],
    [null, null],
  ])('that comes as %j is read as %s cents', (text, cents) => {
    expect(readCents(text)).toBe(cents);
  });

  it('comes back as it went out, without a float on the way', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 11n }), (shillings) => {
        const json = readJson(`{"Value":${wholeShillings(shillings * 100n)}.00}`) as { Value: string };
        expect(readCents(json.Value)).toBe(shillings * 100n);
      }),
    );
  });
});

describe('A time', () => {
  it.each([
    ['20180223054112', '2018-02-23T02:41:12Z'],
    ['06.07.2024 22:48:52', '2024-07-06T19:48:52Z'],
    ['20240229000000', '2024-02-28T21:00:00Z'],
    ['20230229000000', null],
    ['31.02.2024 10:00:00', null],
    ['20240706256052', null],
    ['2024-07-06', null],
    ['', null],
    [null, null],
  ])('that comes as %j is %s', (text, expected) => {
    expect(readTime(text)?.toString() ?? null).toBe(expected);
  });

  it('goes out in Nairobi’s', () => {
    const at = Temporal.Instant.from('2024-07-10T21:15:26.789Z');
    expect(compactTime(at)).toBe('20240711001526');
    expect(spacedTime(at)).toBe('2024-07-11 00:15:26');
  });
});

describe('A number', () => {
  it.each([
    ['+254705912645', '254705912645'],
    ['254105912645', '254105912645'],
    ['0705912645', null],
    ['+254205912645', null],
    ['+2547059126450', null],
    ['+255705912645', null],
    ['', null],
  ])('%s goes out as %s', (msisdn, expected) => {
    expect(wireMsisdn(msisdn)).toBe(expected);
  });

  it.each([
    ['254705912645 - JOHN DOE', 'same'],
    ['0705912645 - JOHN - DOE', 'same'],
    ['+254705912645', 'same'],
    ['254708374149 - John Doe', 'differs'],
    ['2547 ***** 645', 'same'],
    ['2547 ***** 126', 'differs'],
    ['0705****45 - J', 'same'],
    ['0706****45 - J', 'differs'],
    ['************', 'unknown'],
    ['JOHN DOE', 'unknown'],
    ['600310 - Acme MFI', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
  ])('is compared with the party %j: %s', (party, expected) => {
    expect(comparePartyTo('+254705912645', party)).toBe(expected);
  });
});

describe('A credential', () => {
  const { key, cert } = selfSigned(['m-pesa'], 'rsa');
  const opened = (credential: string) =>
    privateDecrypt(
      { key: createPrivateKey(key), padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(credential, 'base64'),
    ).toString();

  it.each([
    ['PEM', cert],
    ['DER', new X509Certificate(cert).raw],
  ])('is made with a certificate in %s, and differs each time', (_form, certificate) => {
    const [one, other] = [securityCredential(certificate, 'pä$$#1'), securityCredential(certificate, 'pä$$#1')];
    expect(one).not.toBe(other);
    expect([opened(one), opened(other)]).toEqual(['pä$$#1', 'pä$$#1']);
  });

  it.each([
    ['none', 'nonsense'],
    ['one without an RSA key', selfSigned(['m-pesa']).cert],
  ])('is not made with a certificate that is %s, and the complaint holds no secret', (_what, certificate) => {
    expect(() => securityCredential(certificate, 'hush-hush')).toThrow(TypeError);
    expect(() => securityCredential(certificate, 'hush-hush')).not.toThrow(/hush|nonsense/);
  });

  it('of a prompt holds the time that is in its body', () => {
    const { Password, Timestamp } = stkPassword('174379', 'pass', Temporal.Instant.from('2024-07-10T06:15:26Z'));
    expect(Timestamp).toBe('20240710091526');
    expect(Buffer.from(Password, 'base64').toString()).toBe('174379pass20240710091526');
  });
});

describe('An address for callbacks', () => {
  it.each([
    ['https://pay.example.org/cb/9hX/b2c/result', 'live', null],
    ['http://127.0.0.1:3000/cb/x', 'sandbox', null],
    ['http://pay.example.org/cb/x', 'live', 'It has to be https.'],
    ['https://127.0.0.1/cb/x', 'live', 'It has to be at a public name.'],
    ['https://localhost/cb/x', 'live', 'It has to be at a public name.'],
    ['https://db.internal/cb/x', 'live', 'It has to be at a public name.'],
    ['https://[::1]/cb/x', 'live', 'It has to be at a public name.'],
    ['https://me@pay.example.org/cb/x', 'live', 'It carries a user or a password.'],
    ['ftp://pay.example.org/cb/x', 'sandbox', 'It is no http address.'],
    ['nonsense', 'sandbox', 'It is no http address.'],
    ...['mpesa', 'Safaricom', 'exe', 'exec', 'cmd', 'sql', 'query'].map(
      (word) => [`https://pay.example.org/${word}/x`, 'sandbox', expect.stringContaining('refuses')] as const,
    ),
  ] as const)('%s in %s: %s', (address, environment, problem) => {
    expect(problemOfAddress(address, environment)).toEqual(problem);
  });
});

describe('Settings', () => {
  const account: DarajaAccount = {
    environment: 'sandbox',
    consumerKey: 'key-of-app',
    consumerSecret: 'secret-of-app',
    shortcode: '600992',
    initiator: { name: 'testapi', password: 'hush-hush' },
    certificate: selfSigned(['m-pesa'], 'rsa').cert,
    stk: null,
  };
  it('know the host of their environment', () => {
    expect(darajaSettings(account).baseUrl).toBe(HOSTS.sandbox);
    expect(darajaSettings({ ...account, environment: 'live' }).baseUrl).toBe(HOSTS.live);
  });
  it.each<[string, Partial<DarajaAccount>]>([
    ['a shortcode that is none', { shortcode: '12' }],
    ['an empty secret', { consumerSecret: '' }],
    ['the live host in a sandbox', { baseUrl: HOSTS.live }],
    ['another host in live', { environment: 'live', baseUrl: HOSTS.sandbox }],
    ['a certificate that is none', { certificate: 'nonsense' }],
  ])('refuse %s, without repeating a secret', (_what, changed) => {
    let message = '';
    try {
      darajaSettings({ ...account, ...changed });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).not.toBe('');
    expect(message).not.toMatch(/hush|secret-of-app|key-of-app/);
  });
});

describe('JSON of Daraja', () => {
  it('keeps every number as it was written', () => {
    expect(readJson('{"a":1.00,"b":[0,-2e3],"c":"x","d":null}')).toEqual({
      a: '1.00',
      b: ['0', '-2e3'],
      c: 'x',
      d: null,
    });
  });
  it('that is none, or too deep, is undefined', () => {
    expect(readJson('{')).toBeUndefined();
    expect(readJson('')).toBeUndefined();
    expect(readJson(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toBeUndefined();
  });
  it('gives texts that a database takes', () => {
    expect(textOf(' a\u0000b\ud800 ')).toBe('ab\ufffd');
    expect(textOf('  ')).toBeNull();
    expect(textOf({})).toBeNull();
  });
});

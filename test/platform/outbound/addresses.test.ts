import { describe, expect, it } from 'vitest';
import { isBlocked, isSameAddress, parseNetworks } from '#platform/outbound/addresses.ts';

const BLOCKED: readonly (readonly [why: string, ...addresses: string[]])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['link-local and cloud metadata', '169.254.0.0', '169.254.169.254', 'fe80::1', 'febf::1'],
  ['protocol assignments', '192.0.0.1', '192.0.0.255', '2001::', '2001:1ff:ffff::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  ['benchmark', '198.18.0.0', '198.19.255.255', '2001:2::1'],
  ['6to4 relays', '192.88.99.1'],
  ['AS112 and AMT', '192.31.196.1', '192.175.48.1', '192.52.193.1', '2620:4f:8000::1', '2001:4:112::1', '2001:3::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved and broadcast', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
  ['unspecified', '::'],
  ['compatible with IPv4, ::/96', '::127.0.0.1', '::8.8.8.8', '::ffff'],
  ['mapped from IPv4', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:10.0.0.1'],
  ['translated from IPv4', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::', '2002:808:808::1'],
  ['Teredo', '2001:0:7f00:1::', '2001::1'],
  ['ORCHID', '2001:10::1', '2001:20::1', '2001:30::1'],
  ['unique local', 'fc00::1', 'fd12:3456::1'],
  ['site-local', 'fec0::1'],
  ['discard-only', '100::1'],
  ['segment routing', '5f00::1'],
  ['former 6bone', '3ffe::1'],
  ['never assigned', '4000::1', '8000::1', 'a000::1', '1::1', '200::1'],
  ['scoped', 'fe80::1%eth0', '2606:4700::1%lo'],
  [
    'no address',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '１２７.０.０.１',
    '[::1]',
    '1.2.3.4 ',
    '1.2.3',
  ],
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
].concat(
  ['128.0.0.1', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
  [
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '192.0.1.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '2c0f:f248::1',
  ],
  ['2001:200::1', '2001:4860:4860::8888', '2003::1', '2620:4f:8001::1'],
);

describe('An address to which a delivery would go', () => {
  for (const [why, ...addresses] of BLOCKED) {
    it(`is blocked where it is ${why}: ${addresses.join(' ')}`, () => {
      expect(addresses.filter((address) => !isBlocked(address, []))).toEqual([]);
    });
  }

  it('is reached where it is public, also right beside a blocked range', () => {
    expect(PUBLIC.filter((address) => isBlocked(address, []))).toEqual([]);
  });

  it('is reached where the configuration allows its network, and only there', () => {
    const allowed = parseNetworks('127.0.0.0/8, fd00::/8 10.1.2.3/32');
    expect(['127.0.0.1', '127.9.9.9', 'fd00::1', '10.1.2.3'].filter((address) => isBlocked(address, allowed))).toEqual(
      [],
    );
    const stillBlocked = [
      '10.1.2.4',
      '::1',
      'fc00::1',
      '192.168.0.1',
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
    ];
    expect(stillBlocked.filter((address) => !isBlocked(address, allowed))).toEqual([]);
  });
});

describe('Networks of the configuration', () => {
  it('may be none', () => expect(parseNetworks(' , ')).toEqual([]));

  it.each([
    '127.0.0.1',
    '127.0.0.0/33',
    '::/129',
    '127.1/8',
    '0x7f.0.0.0/8',
    'localhost/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::%1/64',
    '/8',
  ])('are refused by name: %s', (text) =>
    expect(() => parseNetworks(`::1/128,${text}`)).toThrow(`"${text}" is not a network`),
  );
});

describe('The address of a peer', () => {
  it('is the same in every spelling', () => {
    expect(isSameAddress('127.0.0.1', '::ffff:127.0.0.1')).toBe(true);
    expect(isSameAddress('2001:db8::1', '2001:0DB8:0:0:0:0:0:1')).toBe(true);
    expect(isSameAddress('127.0.0.1', '127.0.0.2')).toBe(false);
    expect(isSameAddress('', '127.0.0.2')).toBe(false);
  });
});

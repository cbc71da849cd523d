import { expect, it } from 'vitest';
import { networkOf } from '#platform/runtime/network-of.ts';

it('Requests are counted by address, those of IPv6 by network', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::FFFF:c000:0207')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:DB8:1:2::')).toBe(networkOf('2001:0db8:0001:0002:ffff::1'));
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth0'));
  expect(networkOf('::1')).toBe('::/64');
  // No address at all: a socket of the machine, say.
  expect(networkOf('')).toBe('');
});

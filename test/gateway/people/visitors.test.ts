import { expect, it } from 'vitest';
import { admittedReaders } from '#gate/people/visitors.ts';

const HERE = 'http://localhost:4000';
const PUBLIC = 'https://demo.example.org';

it.each([
  ['at this machine', null, HERE, { ip: '127.0.0.1', hostname: 'localhost' }, true],
  ['at this machine, by its address', null, HERE, { ip: '::1', hostname: '[::1]' }, true],
  [
    'at this machine, by a name of elsewhere that leads here',
    null,
    HERE,
    { ip: '127.0.0.1', hostname: 'evil.test' },
    false,
  ],
  ['at another machine', null, HERE, { ip: '10.0.0.7', hostname: 'localhost' }, false],
  ['at this machine, where it is switched off', 'off', HERE, { ip: '127.0.0.1', hostname: 'localhost' }, false],
  ['anywhere, where it is switched on', 'on', PUBLIC, { ip: '10.0.0.7', hostname: 'demo.example.org' }, true],
  ['anywhere, by another name than ours', 'on', PUBLIC, { ip: '10.0.0.7', hostname: 'evil.test' }, false],
] as const)('Who reads %s is shown what opens the demo, or not', (_where, entry, origin, request, isShown) => {
  expect(admittedReaders(entry, origin)({ ...request, headers: {} })).toBe(isShown);
});

it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
  'Who comes through a proxy, as %s says, is not at this machine',
  (header) => {
    const request = { ip: '127.0.0.1', hostname: 'localhost', headers: { [header]: '10.0.0.7' } };
    expect(admittedReaders(null, HERE)(request)).toBe(false);
  },
);

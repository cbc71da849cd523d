import { describe, expect, it } from 'vitest';
import { requireKnownNames, settings } from '#platform/runtime/config.ts';

const check = (variable: string) => () => requireKnownNames({ [variable]: 'x' }, Object.values(settings));

describe('A variable of the environment', () => {
  it.each([
    ['UMOJA_SECRETT', 'UMOJA_SECRET'],
    ['UMOJA_ANYTHING_ELSE', ''],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['REST_PROT', 'REST_PORT'],
  ])('%s, which is none of ours and meant to be one, is refused with the nearest', (variable, nearest) => {
    expect(check(variable)).toThrow(`There is no setting ${variable}; the nearest is ${nearest}`);
  });

  it.each([
    'UMOJA_SECRET',
    'HOME',
    'HOSTNAME',
    'PATH',
    'UMOJA_SERVICE_HOST',
    'UMOJA_PORT',
    'UMOJA_PORT_3000_TCP',
    'PGHOST',
  ])('%s is not', (variable) => expect(check(variable)).not.toThrow());
});

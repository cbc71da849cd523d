import { describe, expect, it } from 'vitest';
import { watchedRedis } from '#platform/runtime/redis-address.ts';
import { settings } from '#platform/runtime/config.ts';

describe('An address that names Sentinels', () => {
  it('has their addresses and the name of the primary, and what goes without saying', () => {
    expect(watchedRedis('redis+sentinel://one.example,two.example:26380,[::1]:80/umoja')).toEqual({
      sentinels: [
        { host: 'one.example', port: 26_379 },
        { host: 'two.example', port: 26_380 },
        { host: '::1', port: 80 },
      ],
      name: 'umoja',
      db: 0,
      username: undefined,
      password: undefined,
      sentinelUsername: undefined,
      sentinelPassword: undefined,
      isEncrypted: false,
    });
  });

  it('has passwords of both, a database, and TLS', () => {
    expect(
      watchedRedis(
        'rediss+sentinel://me:a%40b%2Fc:d+e@one:1/my%20primary/3?sentinel_username=s&sentinel_password=x+y%3D%26=z',
      ),
    ).toMatchObject({
      sentinels: [{ host: 'one', port: 1 }],
      name: 'my primary',
      db: 3,
      username: 'me',
      password: 'a@b/c:d+e',
      sentinelUsername: 's',
      sentinelPassword: 'x+y=&=z',
      isEncrypted: true,
    });
    expect(watchedRedis('redis+sentinel://:secret@one/umoja')).toMatchObject({
      username: undefined,
      password: 'secret',
    });
  });

  it.each([
    ['redis+sentinel://one:26379', 'it names no primary'],
    ['redis+sentinel://one:26379/', 'it names no primary'],
    ['redis+sentinel:///umoja', 'it is no address of Sentinels'],
    ['redis+sentinel://one:26379/umoja/x', 'it is no address of Sentinels'],
    ['redis+sentinel://one:port/umoja', '"one:port" is no host of a Sentinel'],
    ['redis+sentinel://one,,two/umoja', '"" is no host of a Sentinel'],
    ['redis+sentinel://one/umoja?password=x', 'there is no option password'],
    ['redis+sentinel://:100%@one/umoja', 'write %25'],
    ['https://one/umoja', 'it has to begin with redis:'],
  ])('%s is refused, and says what to write', (url, sentence) => {
    expect(() => settings.redisUrl.read(url)).toThrow(sentence);
  });

  it('is refused without the passwords in it', () => {
    const refused = () => settings.redisUrl.read('redis+sentinel://me:s3cr/et@one/umoja/?sentinel_password=hidden&x=1');
    expect(refused).toThrow('="redis+sentinel://…@one/umoja/?sentinel_password=…&x=1" can’t be used: it is no address');
  });

  it.each(['redis://one:6379', 'rediss://:x@one', 'REDIS+SENTINEL://one/umoja', 'redis+sentinel://one/umoja/0'])(
    '%s is taken as it is',
    (url) => expect(settings.redisUrl.read(url)).toBe(url),
  );
});

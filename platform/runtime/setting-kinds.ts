import { knownSources } from './callback-sources.ts';
import { watchedRedis } from './redis-address.ts';

/** How the texts of settings are read. Each throws an Error that says what to write. */

/** A port number. */
export const port = (fallback: number) => (text: string | undefined) => {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535)
    throw new Error('give a port number from 0 to 65535 (0: any free one).');
  return value;
};

/** A whole number between two others. */
export const numberFrom = (least: number, most: number, fallback: number) => (text: string | undefined) => {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < least || value > most)
    throw new Error(`give a number from ${least} to ${most}.`);
  return value;
};

/** An address, without slashes at its end. */
export const url = (protocols: readonly string[]) => (text: string | undefined) => {
  if (text === undefined) return null;
  const { protocol } = parseUrl(text);
  if (!protocols.includes(protocol)) throw new Error(`it has to begin with ${protocols.join(' or ')}//`);
  return text.replace(/\/+$/, '');
};

/** The address of a Redis, or of the Sentinels that know one. */
export function redisUrl(text: string | undefined): string | null {
  if (text !== undefined && watchedRedis(text) !== null) return text;
  return url(['redis:', 'rediss:', 'redis+sentinel:', 'rediss+sentinel:'])(text);
}

export function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new Error('it is not an address (URL).');
  }
}

/** Whether an origin is one of these. */
export function readOrigins(text: string | undefined): (origin: string) => boolean {
  if (text === undefined) return (origin) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
  const named = text.split(',').map((origin) => origin.trim());
  const stray = named.find((origin) => origin !== '*' && parseUrl(origin).origin !== origin);
  if (stray !== undefined) throw new Error(`"${stray}" is no origin; write https://app.example.org`);
  return (origin) => named.includes('*') || named.includes(origin);
}

/** Addresses and networks, each of which can be used. */
export function listed(text: string): readonly string[] {
  const sources = text
    .split(',')
    .map((source) => source.trim())
    .filter(Boolean);
  knownSources(sources);
  return sources;
}

/** Secrets, separated by commas. */
export function secretsOf(text: string | undefined): readonly string[] {
  const secrets = text?.split(',').map((secret) => secret.trim()) ?? [];
  if (secrets.some((secret) => secret.length < 32)) throw new Error('each has at least 32 characters.');
  return secrets;
}

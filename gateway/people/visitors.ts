import type { FastifyRequest } from 'fastify';

/** From where a request to enter the demo came. */
export type Visitor = {
  readonly address: string;
  /** It came through a proxy: the address may be the proxy's, on this machine, for visitors from anywhere. */
  readonly isForwarded: boolean;
};

const LOCAL_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Who may enter the demo without a key: by default those at the machine that it runs on, who reach it as localhost.
 * @param entry as it is set; null where it is not
 * @param origin where people reach the gateway
 */
export function admittedVisitors(entry: 'on' | 'off' | null, origin: string): (visitor: Visitor) => boolean {
  const isLocal = LOCAL_NAMES.includes(new URL(origin).hostname);
  return ({ address, isForwarded }) =>
    entry === 'on' || (entry === null && isLocal && !isForwarded && isLoopback(address));
}

/** What a request says of who sends it, and by which name they reach us. */
export type Reading = Pick<FastifyRequest, 'ip' | 'headers' | 'hostname'>;

/** Headers by which a proxy says for whom it sends a request. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'] as const;

export const visitorOf = ({ ip, headers }: Pick<Reading, 'ip' | 'headers'>): Visitor => ({
  address: ip,
  isForwarded: FORWARDED.some((name) => headers[name] !== undefined),
});

/**
 * Who is handed what opens the demo to programs, its credentials or a token: who may enter it, by a name of ours. Another name
 * that leads here is a page of elsewhere that was given our address, and it reads whatever its browser is sent.
 */
export function admittedReaders(entry: 'on' | 'off' | null, origin: string): (request: Reading) => boolean {
  const admits = admittedVisitors(entry, origin);
  const names = [...LOCAL_NAMES, new URL(origin).hostname];
  return (request) => names.includes(request.hostname) && admits(visitorOf(request));
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

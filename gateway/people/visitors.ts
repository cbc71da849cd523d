/** From where a request to enter the demo came. */
export type Visitor = {
  readonly address: string;
  /** It came through a proxy: the address may be the proxy's, on this machine, for visitors from anywhere. */
  readonly isForwarded: boolean;
};

/**
 * Who may enter the demo without a key: by default those at the machine that it runs on, who reach it as localhost.
 * @param entry as it is set; null where it is not
 * @param origin where people reach the gateway
 */
export function admittedVisitors(entry: 'on' | 'off' | null, origin: string): (visitor: Visitor) => boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
  return ({ address, isForwarded }) =>
    entry === 'on' || (entry === null && isLocal && !isForwarded && isLoopback(address));
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

import { authenticator, type Authenticator } from './authenticator.ts';

let browsers = 0;

type Reply = { readonly status: number; readonly body: any; readonly cookie: string | null };

/** A browser at our own page: it holds cookies, sends its origin, and has a key. */
export type Browser = {
  readonly key: Authenticator;
  readonly post: (path: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  /** The query with the session; undefined headers are left out. */
  readonly query: (
    text: string,
    variables?: object,
    headers?: Readonly<Record<string, string | undefined>>,
  ) => Promise<{ readonly status: number; readonly data?: any; readonly errors?: any[] }>;
  readonly register: (invitation: string) => Promise<Reply>;
  readonly signIn: () => Promise<Reply>;
  readonly stepUp: () => Promise<Reply>;
  /** What the browser holds: to steal it. */
  readonly cookie: () => string | null;
  readonly hold: (cookie: string) => void;
};

/**
 * @param graphqlUrl `http://host:port/graphql`
 * @param origin what the gateway takes for its own
 */
export function browserAt(graphqlUrl: string, origin: string, key = authenticator(origin)): Browser {
  const base = new URL(graphqlUrl).origin;
  let cookie: string | null = null;
  const address = `192.0.2.${++browsers % 250}`;
  const own = () => ({
    'content-type': 'application/json',
    origin,
    'x-umoja-page': '1',
    // Each browser is at an address of its own, as far as the gateway trusts who says so.
    'x-forwarded-for': address,
    ...(cookie === null ? {} : { cookie }),
  });

  const post: Browser['post'] = async (path, body = {}, headers = {}) => {
    const response = await fetch(`${base}/auth/${path}`, {
      method: 'POST',
      headers: { ...own(), ...headers },
      body: JSON.stringify(body),
    });
    const set = response.headers.get('set-cookie');
    if (set !== null) cookie = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
    return { status: response.status, body: await response.json(), cookie: set };
  };
  const answered = async (path: string, extra: object = {}) => {
    const { status, body, cookie: set } = await post(`${path}/options`, extra);
    if (status !== 200) return { status, body, cookie: set };
    const response = path === 'register' ? key.register(body) : key.sign(body);
    return post(path, { ...extra, response });
  };
  return {
    key,
    post,
    query: async (query, variables = {}, headers = {}) => {
      const sent = Object.entries({ ...own(), ...headers }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as [string, string]],
      );
      const response = await fetch(graphqlUrl, {
        method: 'POST',
        headers: Object.fromEntries(sent),
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, ...((await response.json()) as { data?: any; errors?: any[] }) };
    },
    register: (token) => answered('register', { token }),
    signIn: () => answered('sign-in'),
    stepUp: () => answered('step-up'),
    cookie: () => cookie,
    hold: (held) => void (cookie = held),
  };
}

import { authenticator, type Authenticator } from '#test/support/authenticator.ts';
import { PUBLIC_ORIGIN } from '../gateway.ts';
import type { Reply, Surface } from '../stage.ts';
import { mutatedIn, mutation, type Mutated } from './graph.ts';
import type { Go } from './tour.ts';

type More = { readonly key?: string; readonly version?: number };

/** A person who works at the institution, at a browser of their own, with a key in software. */
export type Colleague = {
  readonly by: Surface;
  readonly email: string;
  /** Once they were invited: their id in the graph. */
  uuid: string;
  /** The key is gone: the next one is of another device. */
  readonly loseKey: () => void;
  /** Registers the key by a link, as the page does. */
  readonly register: (link: string) => Promise<Reply>;
  readonly signIn: () => Promise<Reply>;
  readonly stepUp: () => Promise<Reply>;
  readonly signOut: () => Promise<Reply>;
};

/** What people do at the graph, where they sign in, and at the command line. */
export type Office = {
  /** A mutation by a client or a person. */
  readonly change: (by: Surface, name: string, input: object, more?: More) => Promise<Mutated>;
  /** What a query shows. */
  readonly ask: (by: Surface, query: string, variables?: object) => Promise<any>;
  /** What an operator types after `umoja`. */
  readonly operate: (...words: readonly string[]) => Promise<Reply>;
  /** Someone who was not invited yet. Two of one name are one. */
  readonly colleague: (name: string) => Colleague;
  /** The same, invited by the operator, and with a key. */
  readonly joined: (name: string, ...roles: readonly string[]) => Promise<Colleague>;
};

export function openOffice(go: Go): Office {
  const known = new Map<string, Colleague>();
  const change: Office['change'] = async (by, name, input, { key, version } = {}) => {
    const { method, path, body } = mutation(name, input, version);
    return mutatedIn(await go(method, path, body, { by, ...(key === undefined ? {} : { key }) }));
  };
  const operate: Office['operate'] = (...words) => go('RUN', `umoja ${words.slice(0, 2).join(' ')}`, { words });
  const colleague = (name: string): Colleague => {
    const person = known.get(name) ?? newColleague(name, go);
    known.set(name, person);
    return person;
  };
  return {
    change,
    ask: async (by, query, variables = {}) =>
      (await go('POST', '/graphql', { query, variables }, { by, key: null })).body?.data ?? {},
    operate,
    colleague,
    joined: async (name, ...roles) => {
      const person = colleague(name);
      const invited = ['person', 'invite', '--name', name, '--email', person.email, '--roles', ...roles];
      const { body } = await operate(...invited);
      person.uuid = body?.person ?? '';
      await person.register(
        String(body?.link ?? '')
          .split(/[#=/]/)
          .at(-1) ?? '',
      );
      return person;
    },
  };
}

function newColleague(name: string, go: Go): Colleague {
  const by: Surface = `person:${name}`;
  let key: Authenticator = authenticator(PUBLIC_ORIGIN);
  const post = (path: string, body: Readonly<Record<string, unknown>>) => go('POST', `/auth/${path}`, body, { by });
  const shown = async (path: string, sign: (options: any) => unknown, more: object = {}) => {
    const options = await post(`${path}/options`, { ...more });
    return options.status === 200 ? post(path, { ...more, response: sign(options.body) }) : options;
  };
  return {
    by,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
    uuid: '',
    loseKey: () => {
      key = authenticator(PUBLIC_ORIGIN);
    },
    register: (token) => shown('register', (options) => key.register(options), { token }),
    signIn: () => shown('sign-in', (options) => key.sign(options)),
    stepUp: () => shown('step-up', (options) => key.sign(options)),
    signOut: () => post('sign-out', {}),
  };
}

import { callbackify } from 'node:util';
import pg from 'pg';
import { codeOf } from '../runtime/thrown.ts';

/**
 * The passwords that the application's roles may have while the secret from which they follow is being replaced: a rotation changes
 * them while processes run. A process that is refused with one tries another.
 */
export type LoginPasswords = {
  readonly now: () => string;
  /** The server has refused one. @returns whether there is another one to try */
  readonly refused: (password: string) => boolean;
};

/** @returns undefined where there is only one */
export function loginPasswords(first: string, all: readonly string[]): LoginPasswords | undefined {
  if (all.every((each) => each === first)) return undefined;
  let [current, ...others] = [first, ...all.filter((each) => each !== first)];
  return {
    now: () => current,
    refused: (password) => {
      // Another connection of this process may have changed it meanwhile.
      if (password !== current) return true;
      const [next, ...rest] = others;
      if (next === undefined) return false;
      [current, others] = [next, [...rest, password]];
      return true;
    },
  };
}

/** What is said of a wrong password: by PostgreSQL, and by a pooler, which has one code for all that it does not let in. */
const REFUSALS: ReadonlySet<unknown> = new Set(['28P01', '28000', '08P01']);
export const isPasswordRefused = (error: unknown): boolean => REFUSALS.has(codeOf(error));

/** A pool whose connections log in with the password that holds; with one password, an ordinary one. */
export function loggingInPool(config: pg.PoolConfig, passwords: LoginPasswords | undefined): pg.Pool {
  if (passwords === undefined) return new pg.Pool(config);
  /** Sends the password of the moment, and not that of the moment when the pool was made. */
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options);
      Object.assign(this, { password: passwords?.now() });
    }
  }
  return new LoginPool({ ...config, Client }, passwords);
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

class LoginPool extends pg.Pool {
  readonly #passwords: LoginPasswords;

  constructor(config: pg.PoolConfig & { readonly Client: unknown }, passwords: LoginPasswords) {
    super(config as pg.PoolConfig);
    this.#passwords = passwords;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return this.#connectWithEach();
    callbackify(() => this.#connectWithEach())((error, client) => {
      callback(error ?? undefined, client, (release) => client?.release(release as boolean | undefined));
    });
  }

  async #connectWithEach(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      const password = this.#passwords.now();
      try {
        return await super.connect();
      } catch (error) {
        if (!isPasswordRefused(error) || tries > MOST_TRIES || !this.#passwords.refused(password)) throw error;
      }
    }
  }
}

/** More than there are passwords in a rotation; where none holds, the refusal is thrown. */
const MOST_TRIES = 4;

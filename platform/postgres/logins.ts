import type { LoginPasswords } from './login-passwords.ts';
import type { MasterKeys } from './privacy/keys/master-keys.ts';

export type DatabaseSettings = {
  /** Owns the tables; used for migrations only. */
  readonly adminUrl: string;
  /** The role that the application logs in as: it owns no table and can't bypass row-level security. */
  readonly appRole: string;
  readonly appPassword: string;
  /** Where the application's roles log in, as a rule a pooler; the owner's server where left out. */
  readonly url?: string;
  /** PostgreSQL itself, past a pooler: for sessions that listen, and for the queues. `url` where left out. */
  readonly directUrl?: string;
  /** Whether the roles are made by migrations, or named by the operator. */
  readonly rolesOf?: 'system' | 'operator';
  /** A replica that follows the same database: for what `forViews` reads. */
  readonly readUrl?: string;
  /** What the key of the tenants' proofs follows from; the role's password where left out. Another one, once the secret was replaced. */
  readonly proofSecret?: string | (() => string);
  /** While the secret is being replaced, the passwords that the roles may have; `appPassword` where left out. */
  readonly passwords?: LoginPasswords;
  /** Connections of this process. */
  readonly poolSize?: number;
  /** Called when the server takes no further connection and this process goes on with those that it has. */
  readonly onFullServer?: (connections: number) => void;
  /**
   * `unnamed` behind a pooler that gives each transaction another connection and knows no prepared statements: every
   * statement is parsed and planned each time it is sent. By default, they are known by name.
   */
  readonly statements?: 'named' | 'unnamed';
  /** What seals the keys of tenants, under which the personal data of their people are sealed. */
  readonly masterKeys: MasterKeys;
  /** The clock of this machine, which is compared with the database's; for tests. */
  readonly machineClock?: () => Temporal.Instant;
};

/** The role that finds work in all tenants. Its password is the application's. */
export function findingRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_finds`;
}

/** What says where a role of the application logs in. */
export type Login = Pick<DatabaseSettings, 'adminUrl' | 'appRole' | 'appPassword' | 'url' | 'directUrl' | 'passwords'>;

/** The address at which the application logs in for its statements, through a pooler where there is one. */
export function applicationUrl({ adminUrl, url = adminUrl, ...role }: Login): string {
  return loggingIn(url, role);
}

/** The address at which it logs in for what lasts longer than a transaction. */
export function directUrl({ adminUrl, url = adminUrl, directUrl: direct = url, ...role }: Login): string {
  return loggingIn(direct, role);
}

function loggingIn(
  address: string,
  { appRole, appPassword, passwords }: Pick<Login, 'appRole' | 'appPassword' | 'passwords'>,
): string {
  const url = new URL(address);
  url.username = appRole;
  url.password = passwords?.now() ?? appPassword;
  return url.href;
}

/** The role that transactions of people take who are limited to the rows of some branches. */
export function limitedRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_limited`;
}

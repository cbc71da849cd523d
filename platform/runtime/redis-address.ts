/** A Redis whose present primary is known to Sentinels. */
export type WatchedRedis = {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** What the Sentinels call it. */
  readonly name: string;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** TLS, both to the Sentinels and to the servers that they name. */
  readonly isEncrypted: boolean;
};

const FORM = 'redis+sentinel://user:password@host:26379,host2:26379/name?sentinel_password=…';
const WATCHED = /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?]*)(?:\/([^/?]*))?(?:\/(\d{1,4}))?\/?(?:\?(.*))?$/i;
const SENTINEL_PORT = 26_379;

/**
 * What an address of the form `redis+sentinel://` names (`rediss+sentinel://` with TLS); null for any other address. The form is
 * that of redis-py and its kin: a list of Sentinels, the name of the primary, and perhaps a database.
 * @throws Error that says what to write
 */
export function watchedRedis(text: string): WatchedRedis | null {
  if (!/^rediss?\+sentinel:/i.test(text)) return null;
  const [, tls, login = '', hosts = '', name = '', db = '0', query = ''] = WATCHED.exec(text) ?? [];
  if (hosts === '') throw new Error(`it is no address of Sentinels; write ${FORM}`);
  if (name === '') throw new Error(`it names no primary; write ${FORM} with the name by which the Sentinels know it.`);
  const [username, password] = login.split(/:(.*)/s);
  const options = new Map(
    query
      .split('&')
      .filter(Boolean)
      .map((part) => part.split(/=(.*)/s) as [string, string]),
  );
  const take = (option: string): string | undefined => {
    const value = options.get(option);
    options.delete(option);
    return decoded(value);
  };
  const [sentinelUsername, sentinelPassword] = [take('sentinel_username'), take('sentinel_password')];
  const [stray] = options.keys();
  if (stray !== undefined)
    throw new Error(`there is no option ${stray}, only sentinel_username and sentinel_password.`);
  return {
    sentinels: hosts.split(',').map(hostOf),
    name: decoded(name) ?? '',
    db: Number(db),
    username: decoded(username),
    password: decoded(password),
    sentinelUsername,
    sentinelPassword,
    isEncrypted: tls !== '',
  };
}

/** By hand and not as of a form: a plus sign in a password is one. */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('a percent sign in it stands for nothing; write %25.');
  }
}

function hostOf(text: string): { host: string; port: number } {
  // A scheme of no known port: the one that is written is never taken for what goes without saying.
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : null;
  if (!url || url.hostname === '') throw new Error(`"${text}" is no host of a Sentinel; write host:${SENTINEL_PORT}.`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || SENTINEL_PORT) };
}

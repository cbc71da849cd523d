import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { mint } from '../api.ts';
import { credentialsFile, readCredentials, removeCredentials, writeCredentials } from '../credentials.ts';
import type { Print } from '../run.ts';
import { Refused, type PartnerTerminal } from '../terminal.ts';

type Options = { readonly server: string; readonly clientId: string };

/** `login`, `logout`, `whoami`: which API client acts here. */
export function addLogin(program: Command, terminal: PartnerTerminal, print: Print): void {
  const { env } = terminal;
  program
    .command('login')
    .description('store the credentials of an API client; the secret is asked for, or read from UMOJA_CLIENT_SECRET')
    .requiredOption('--client-id <key>', 'the public key of the client, pk_test_... or pk_live_...')
    .option('--server <address>', 'where the API is', 'http://localhost:3000')
    .action(async ({ server: address, clientId }: Options) => {
      const server = serverAt(address);
      const clientSecret = env['UMOJA_CLIENT_SECRET'] ?? (await secretTyped(terminal));
      const { scope, sandbox } = await mint({ server, clientId, clientSecret });
      const former = await readCredentials(env).catch(() => null);
      const isSame = former?.server === server && former.clientId === clientId;
      const signingSecret = isSame ? former.signingSecret : newSigningSecret();
      const file = await writeCredentials(env, { server, clientId, clientSecret, signingSecret });
      print(
        { server, client_id: clientId, sandbox, scope, file },
        `${clientId} at ${server} (${sandbox ? 'sandbox' : 'live'}): ${scope}\nStored in ${file}, for you alone.`,
      );
    });
  program
    .command('logout')
    .description('remove the stored credentials; the client itself stays as it is')
    .action(async () => {
      await removeCredentials(env);
      print({ removed: credentialsFile(env) }, `${credentialsFile(env)} is removed.`);
    });
  program
    .command('whoami')
    .description('which client is logged in, and what it may do')
    .action(async () => {
      const stored = await readCredentials(env);
      const { scope, sandbox } = await mint(stored);
      print(
        { server: stored.server, client_id: stored.clientId, sandbox, scope },
        `${stored.clientId} at ${stored.server} (${sandbox ? 'sandbox' : 'live'}): ${scope}`,
      );
    });
}

/** @throws Refused for an address at which what is sent could be read on the way */
function serverAt(address: string): string {
  const url = URL.parse(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url.origin;
  throw new Refused(`${address} is no server to log in at: give https://, or http://localhost for this machine.`);
}

/** One line, which is not shown while it is typed. It is no argument: those are seen by everyone at the machine. */
async function secretTyped({ input, err, stopped }: PartnerTerminal): Promise<string> {
  err.write('client_secret (sk_...): ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = 'isTTY' in input && input.isTTY === true;
  const lines = createInterface({ input, output: unseen, terminal: isTerminal });
  lines.once('SIGINT', () => lines.close());
  stopped.addEventListener('abort', () => lines.close(), { once: true });
  for await (const line of lines) {
    err.write('\n');
    lines.close();
    if (line.trim() !== '') return line.trim();
    break;
  }
  throw new Refused('No secret was given. Type it, pipe it in, or set UMOJA_CLIENT_SECRET.');
}

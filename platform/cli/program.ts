import { randomUUID } from 'node:crypto';
import type { Proposal } from '#core/approvals/proposal/proposal.ts';
import { Command, InvalidArgumentError } from 'commander';
import { canonicalText, unseenCharacter } from '#core/kernel/text.ts';
import type { Caller } from '../auth/caller.ts';
import { commandLineSessions, type SignedIn } from '../auth/sessions.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../app/open-platform.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { readConfig, requireKnownNames, settings, subgraphSettings, type Config } from '../runtime/config.ts';
import { openLog } from '../runtime/log.ts';
import type { OpenDaraja } from '../rails/daraja/rail.ts';
import { readLogins, type Login } from './logins.ts';
import { asOwner } from './owner.ts';
import { SCOPE_OF_COMMAND } from './rights.ts';
import { terminal } from './terminal.ts';

/**
 * What was typed, in the form in which text is stored everywhere. @throws Refused for what no one can read
 */
export function canonicalArguments(typed: readonly string[]): string[] {
  return typed.map((text, at) => {
    const unseen = unseenCharacter(text);
    if (unseen === null) return canonicalText(text);
    throw new Refused(`Argument ${at + 1} has the character ${unseen}, which no reader sees. Leave it out.`);
  });
}

/** The operators' command line. Every file of commands/ adds its own to it. */
export const program = new Command('umoja')
  .description('Operates Umoja: institutions, API clients, float, the books, the close of business.')
  .addHelpText(
    'after',
    '\nPartners have another program, over the public API: npx umoja, in an archive bin/umoja-partner.',
  )
  .option('--tenant <id>', 'the institution; may be left out where there is only one', whole)
  .option('--json', 'print one JSON document instead of sentences; a refusal has its code')
  .option(
    '--break-glass',
    'act as the operator of this machine although a person is logged in; the audit trail shows it',
  )
  .showHelpAfterError('(add --help for the arguments of this command)')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({
    writeOut: (text) => void terminal().out.write(text),
    writeErr: (text) => void terminal().err.write(text),
  })
  .exitOverride();

/** The words of the command that runs: `client keys add`. */
let words = '';
program.hook('preAction', (_program, command) => {
  const named: string[] = [];
  for (let each: Command | null = command; each !== null && each !== program; each = each.parent)
    named.unshift(each.name());
  words = named.join(' ');
});

/** An expected failure: printed as a sentence, without a stack. */
export class Refused extends Error {}

export function amount(text: string): bigint {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('Give a positive whole number of cents.');
  return BigInt(text);
}
export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}
export function day(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw new InvalidArgumentError('Give a day as YYYY-MM-DD.');
  }
}
export function yesOrNo(text: string): boolean {
  return oneOf('yes', 'no')(text) === 'yes';
}
export function oneOf<Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new InvalidArgumentError(`Give ${choices.join(' or ')}.`);
    return found;
  };
}

/** Prints the sentence for a person, or the document for a script. */
export function print(document: unknown, sentence: string): void {
  terminal().out.write(`${wantsJson() ? JSON.stringify(document) : sentence}\n`);
}

/** Prints that another person has to approve what was proposed. */
export function printProposal({ uuid, state }: Pick<Proposal, 'uuid' | 'state'>): void {
  print(
    { proposal: uuid, state },
    `Proposed. Another person approves it over the API: PATCH /api/v1/proposals/${uuid} with {"action": "approve"}.`,
  );
}

export function wantsJson(): boolean {
  return program.opts<{ json?: true }>().json === true;
}

/** Opens the platform for the time of one command. Only the command that migrates does. */
export function withPlatform(
  work: (platform: Platform, dataDir: string) => Promise<void>,
  schema: PlatformOptions['schema'] = 'verify',
): Promise<void> {
  return withOpened(async (platform, config) => {
    await admit(platform, originOf(config));
    await work(platform, config.dataDir);
  }, schema);
}

/** The same for the operator of the machine: also where a person is logged in. */
export async function withOpened(
  work: (platform: Platform, config: Config) => Promise<void>,
  schema: PlatformOptions['schema'],
): Promise<void> {
  const { env, err } = terminal();
  const config = readConfig(env);
  requireKnownNames(env, [
    ...Object.values(settings),
    ...subgraphRows().flatMap(({ name, port }) => Object.values(subgraphSettings(name, port))),
  ]);
  const platform = await openPlatform({
    config,
    log: openLog('error'),
    say: (line) => err.write(`${line}\n`),
    // Providers send their results to the system that runs, at its public address.
    restUrl: restAddress(config),
    poolSize: 2,
    schema,
  });
  try {
    await work(platform, config);
  } finally {
    await platform.close();
  }
}

/** Opens the platform for a command on one institution: that of --tenant, or the only one. */
export function inTenant(work: (platform: Platform, operator: Caller) => Promise<void>): Promise<void> {
  return withPlatform(async (platform) => work(platform, await operatorOf(platform)));
}

export const NO_PROVIDER = 'The institution has no provider; choose one with `rails set`.';

export async function requireProvider({ rails }: Platform, tenantId: number): Promise<OpenDaraja> {
  const found = await rails.darajaOf(tenantId);
  if (!found) throw new Refused(NO_PROVIDER);
  return found;
}

/** Where providers reach the system that runs. */
export function restAddress({ publicUrl, restPort } = readConfig(terminal().env)): string {
  return publicUrl ?? `http://127.0.0.1:${restPort}`;
}

export function listTenants({ settings: { adminUrl } }: Platform) {
  return asOwner(adminUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; mode: 'sandbox' | 'live'; name: string }>(
      'select id, mode, name from tenant order by id limit 1000',
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  });
}

/** Where people reach the gateway of this installation: what is logged in there acts here. */
export const originOf = ({ publicOrigin, graphqlPort }: Pick<Config, 'publicOrigin' | 'graphqlPort'>): string =>
  publicOrigin ?? `http://localhost:${graphqlPort}`;

/** The institution that was typed. */
export const chosenTenant = (): number | null => program.opts<{ tenant?: number }>().tenant ?? null;

const people = new WeakMap<Platform, Caller>();

/**
 * Who is logged in at this server acts, and no operator: with the rights of their roles, and as long as their session lasts.
 * @throws Refused
 */
async function admit(platform: Platform, server: string): Promise<void> {
  if (program.opts<{ breakGlass?: true }>().breakGlass) return;
  const login = await loginAt(server);
  if (login === null) return;
  const sessions = commandLineSessions({ query: platform.database.query, write: platform.store.write }, platform.clock);
  const signedIn = await sessions.identify(login.token);
  if (signedIn === null) {
    throw new Refused(`The session of ${login.name} has ended. Log in again: umoja login. Or leave it: umoja logout.`);
  }
  requireRight(signedIn);
  people.set(platform, { ...signedIn, requestId: randomUUID(), traceparent: null });
}

/** The login for a command: that of --tenant, or the only one; null where no person is logged in at the server. */
async function loginAt(server: string): Promise<Login | null> {
  const here = (await readLogins()).filter((each) => each.server === server);
  const wanted = chosenTenant();
  const found = wanted === null && here.length === 1 ? here[0] : here.find(({ tenant }) => tenant === wanted);
  if (found || here.length === 0) return found ?? null;
  const known = here.map(({ tenant, institution }) => `${tenant} (${institution})`).join(', ');
  throw new Refused(
    wanted === null
      ? `You are logged in at several institutions: choose with --tenant: ${known}.`
      : `You are logged in at ${known}, not at ${wanted}. Log in there, or act as the operator with --break-glass.`,
  );
}

/** @throws Refused where the roles of the person do not let them run the command */
function requireRight({ scopes, person: { branches, clients, units } }: SignedIn): void {
  const scope = SCOPE_OF_COMMAND[words];
  if (scope === undefined) {
    throw new Refused(
      `\`${words}\` is for the operator of the machine. Run it with --break-glass; the audit trail says so.`,
    );
  }
  requireScope(scopes, scope);
  if (branches !== null || clients !== null || units !== null) {
    throw new Refused('You are limited to some records, and the command line shows all. Work in the portal.');
  }
}

/** What a part of a command takes beside the command itself. @throws Refused where the roles of the person do not let them */
export function requireScopeOf({ person, scopes }: Caller, scope: string): void {
  if (person !== undefined) requireScope(scopes, scope);
}

function requireScope(scopes: readonly string[], scope: string): void {
  if (!scopes.includes(scope))
    throw new Refused(`\`${words}\` needs the scope ${scope}, which your roles do not have.`);
}

/** Who acts on an institution: the person who is logged in, or the operator of the machine. @throws Refused */
export function actingAt(platform: Platform, tenant: { readonly id: number; readonly mode: Caller['mode'] }): Caller {
  const person = people.get(platform);
  if (person === undefined) return systemCaller(tenant, 'operator', randomUUID());
  if (person.tenantId === tenant.id) return person;
  throw new Refused('That is of another institution than the one at which you are logged in.');
}

/**
 * Who proposes, as it is written down: a person who is logged in proposes as themselves; for the operator of the machine, the
 * name that was typed. @throws Refused
 */
export function proposerOf({ person, clientKey }: Caller, typed: string | undefined): string {
  if (person === undefined && typed !== undefined) return typed;
  if (person === undefined) throw new Refused('Say who proposes it: --by <name>. Or log in: umoja login.');
  if (typed === undefined) return clientKey;
  throw new Refused('You are logged in, and propose as yourself: leave --by out.');
}

/** What `--by` of a command means that may only be proposed by an operator. */
export const PROPOSER = 'who proposes it; left out: who is logged in';

/** The same where the operator of the machine does it without a name. */
export const bookerOf = (caller: Caller, typed: string | undefined): string =>
  caller.person === undefined && typed === undefined ? caller.clientKey : proposerOf(caller, typed);

async function operatorOf(platform: Platform): Promise<Caller> {
  const person = people.get(platform);
  if (person !== undefined) return person;
  const wanted = chosenTenant();
  const tenants = await listTenants(platform);
  const found = wanted === null && tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === wanted);
  if (found) return systemCaller(found, 'operator', randomUUID());
  const known = tenants.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none yet';
  throw new Refused(
    wanted === null ? `Choose an institution with --tenant: ${known}.` : `There is no institution ${wanted}: ${known}.`,
  );
}

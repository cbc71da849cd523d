import { randomUUID } from 'node:crypto';
import type { Proposal } from '#core/approvals/proposal/proposal.ts';
import { Command, InvalidArgumentError } from 'commander';
import { canonicalText, unseenCharacter } from '#core/kernel/text.ts';
import type { Caller } from '../auth/caller.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../app/open-platform.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { readConfig, requireKnownNames, settings, subgraphSettings } from '../runtime/config.ts';
import { openLog } from '../runtime/log.ts';
import type { OpenDaraja } from '../rails/daraja/rail.ts';
import { asOwner } from './owner.ts';
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
  .option('--tenant <id>', 'the institution; may be left out where there is only one', whole)
  .option('--json', 'print one JSON document instead of sentences')
  .showHelpAfterError('(add --help for the arguments of this command)')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({
    writeOut: (text) => void terminal().out.write(text),
    writeErr: (text) => void terminal().err.write(text),
  })
  .exitOverride();

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
export async function withPlatform(
  work: (platform: Platform, dataDir: string) => Promise<void>,
  schema: PlatformOptions['schema'] = 'verify',
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
    await work(platform, config.dataDir);
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

async function operatorOf(platform: Platform): Promise<Caller> {
  const { tenant: wanted } = program.opts<{ tenant?: number }>();
  const tenants = await listTenants(platform);
  const found = wanted === undefined && tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === wanted);
  if (found) return systemCaller(found, 'operator', randomUUID());
  const known = tenants.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none yet';
  throw new Refused(
    wanted === undefined
      ? `Choose an institution with --tenant: ${known}.`
      : `There is no institution ${wanted}: ${known}.`,
  );
}

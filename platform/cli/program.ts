import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import pg from 'pg';
import type { Caller } from '../auth/caller.ts';
import { openPlatform, type Platform } from '../app/open-platform.ts';
import { readConfig } from '../runtime/config.ts';
import { openLog } from '../runtime/log.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { isTimeZone } from './tenants.ts';

/** The operators' command line. Every file of commands/ adds its own to it. */
export const program = new Command('umoja')
  .description('Runs the house: institutions, api clients, float, the books, the close of business.')
  .option('--json', 'print one JSON document instead of sentences')
  .showHelpAfterError('(add --help for what this command takes)')
  .configureHelp({ showGlobalOptions: true });

/** Something that a person has to know, without a stack. */
export class Refused extends Error {}

export const amount = (text: string): bigint => {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('Give a positive whole number of cents.');
  return BigInt(text);
};
export const whole = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
};
export const mode = (text: string): 'sandbox' | 'live' => {
  if (text !== 'sandbox' && text !== 'live') throw new InvalidArgumentError('Say sandbox or live.');
  return text;
};
export const zone = (text: string): string => {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('Give a time zone by its name, such as Africa/Nairobi.');
};
export const day = (text: string): Temporal.PlainDate => {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw new InvalidArgumentError('Give a day as YYYY-MM-DD.');
  }
};

type Told = { readonly document: unknown; readonly sentence: string };

/** Answers the person, or the script. */
export function tell(document: unknown, sentence: string): Told {
  process.stdout.write(`${asksForJson() ? JSON.stringify(document) : sentence}\n`);
  return { document, sentence };
}

export function asksForJson(): boolean {
  return program.opts<{ json?: true }>().json === true;
}

/** Opens the platform for the time of one command. */
export async function onPlatform(work: (platform: Platform, dataDir: string) => Promise<unknown>): Promise<void> {
  const config = readConfig(process.env);
  const platform = await openPlatform({
    config,
    log: openLog('error'),
    say: (line) => process.stderr.write(`${line}\n`),
    // What a command asks of a provider is answered to the system that runs, which has to know its public address.
    restUrl: restAddress(config),
    poolSize: 2,
  });
  try {
    await work(platform, config.dataDir);
  } finally {
    await platform.close();
  }
}

/** Where providers reach the system that runs. */
export function restAddress({ publicUrl, restPort } = readConfig(process.env)): string {
  return publicUrl ?? `http://127.0.0.1:${restPort}`;
}

export async function listTenants({ settings: { adminUrl } }: Platform) {
  const connection = new pg.Client({ connectionString: adminUrl, application_name: 'umoja operator' });
  await connection.connect();
  try {
    const { rows } = await connection.query<{ id: string; mode: 'sandbox' | 'live'; name: string }>(
      'select id, mode, name from tenant order by id limit 1000',
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  } finally {
    await connection.end();
  }
}

/** The operator in an institution; it may be left out where there is only one. */
export async function operatorOf(platform: Platform, wanted: number | undefined): Promise<Caller> {
  const tenants = await listTenants(platform);
  const found = wanted === undefined && tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === wanted);
  if (found) return systemCaller(found, 'operator', randomUUID());
  const known = tenants.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none yet';
  throw new Refused(
    wanted === undefined
      ? `Say which institution with --tenant: ${known}.`
      : `There is no institution ${wanted}: ${known}.`,
  );
}

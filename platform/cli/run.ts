import { CommanderError } from 'commander';
import { DomainError } from '#core/kernel/domain-error.ts';
import { ConfigError } from '../runtime/config.ts';
import './commands/tenants.ts';
import './commands/clients.ts';
import './commands/client-keys.ts';
import './commands/clock.ts';
import './commands/agents.ts';
import './commands/approval-policies.ts';
import './commands/apps.ts';
import './commands/archive.ts';
import './commands/backup.ts';
import './commands/bank.ts';
import './commands/rails.ts';
import './commands/ledger.ts';
import './commands/login.ts';
import './commands/notifications.ts';
import './commands/close-of-business.ts';
import './commands/graph.ts';
import './commands/installation.ts';
import './commands/judge.ts';
import './commands/paybills.ts';
import './commands/payments.ts';
import './commands/pause-payments.ts';
import './commands/reactions.ts';
import './commands/reconcile.ts';
import './commands/people.ts';
import './commands/personal-data.ts';
import './commands/privacy-policies.ts';
import './commands/savings-policies.ts';
import './commands/savings-products.ts';
import './commands/schools.ts';
import './commands/secret.ts';
import './commands/watchlists.ts';
import { UnusableLogins } from './logins.ts';
import { canonicalArguments, program, Refused, wantsJson } from './program.ts';
import { atTerminal, type Terminal } from './terminal.ts';
import { errorOf } from '../runtime/thrown.ts';

/** Runs one command to its end. One at a time: what it parses is the program's. @returns the exit code */
export function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  return atTerminal(terminal, async () => {
    try {
      await program.parseAsync(canonicalArguments(words), { from: 'user' });
      return terminal.exitCode;
    } catch (error) {
      // What the arguments lack is printed already, and so is help.
      if (error instanceof CommanderError) return error.exitCode;
      const expected = [Refused, DomainError, ConfigError, UnusableLogins].some((kind) => error instanceof kind);
      terminal.err.write(`${expected ? refusalOf(error) : (errorOf(error).stack ?? String(error))}\n`);
      if (error instanceof DomainError && error.code === 'step_up_required') terminal.err.write('Here: umoja login.\n');
      return error instanceof ConfigError ? 2 : 1;
    }
  });
}

/** A sentence for a person; for a script that asked for JSON, the code of the catalogue with it. */
function refusalOf(error: unknown): string {
  const { message } = errorOf(error);
  return wantsJson() && error instanceof DomainError ? JSON.stringify({ code: error.code, message }) : message;
}

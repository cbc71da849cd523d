import { DomainError } from '#core/kernel/domain-error.ts';
import { ConfigError } from '../runtime/config.ts';
import './commands/tenants.ts';
import './commands/clients.ts';
import './commands/client-keys.ts';
import './commands/agents.ts';
import './commands/approval-policies.ts';
import './commands/apps.ts';
import './commands/bank.ts';
import './commands/rails.ts';
import './commands/ledger.ts';
import './commands/close-of-business.ts';
import './commands/installation.ts';
import './commands/paybills.ts';
import './commands/payments.ts';
import './commands/reactions.ts';
import './commands/reconcile.ts';
import './commands/personal-data.ts';
import './commands/privacy-policies.ts';
import './commands/savings-policies.ts';
import './commands/savings-products.ts';
import './commands/schools.ts';
import './commands/watchlists.ts';
import { canonicalArguments, program, Refused } from './program.ts';

/**
 * The operators' command line: `npm run umoja -- <command>`. It works on the same database as the system, running or
 * not. People read sentences; `--json` gives one JSON document for scripts.
 */
try {
  await program.parseAsync(canonicalArguments(process.argv.slice(2)), { from: 'user' });
} catch (error) {
  const expected = error instanceof Refused || error instanceof DomainError || error instanceof ConfigError;
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

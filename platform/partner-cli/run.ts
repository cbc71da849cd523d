import { Command, CommanderError } from 'commander';
import { addEvents } from './commands/events.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addLogs } from './commands/logs.ts';
import { addTrigger } from './commands/trigger.ts';
import { Refused, type PartnerTerminal } from './terminal.ts';

/** What went wrong with the words that were typed; 1 is a refusal. */
const USAGE = 2;

const HELP = `
Begin:
  $ npx umoja login --client-id pk_test_...                      asks for the secret
  $ npx umoja listen --forward http://localhost:8080/hooks       in one terminal
  $ npx umoja trigger loan.overdue                               in another

In an archive it is bin/umoja-partner. What operates an institution is another program: npm run umoja --, in an
archive bin/umoja.

Exit codes: 0 done, 1 refused or failed, 2 not understood.`;

/**
 * Runs one command to its end.
 * @returns the exit code
 */
export async function runPartnerCommand(words: readonly string[], terminal: PartnerTerminal): Promise<number> {
  const program = new Command('umoja')
    .description('For those who build on the API of Umoja: events at your own machine, and what happened to requests.')
    .option('--json', 'print JSON, one document a line, instead of sentences')
    .addHelpText('after', HELP)
    .showHelpAfterError('(add --help for the arguments of this command)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
    })
    .exitOverride();
  const print = (document: unknown, sentence: string): void => {
    const wantsJson = program.opts<{ json?: true }>().json === true;
    terminal.out.write(`${wantsJson ? JSON.stringify(document) : sentence}\n`);
  };
  for (const add of [addLogin, addListen, addTrigger, addLogs, addEvents]) add(program, terminal, print);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // What the arguments lack is printed already, and so is help.
    if (error instanceof CommanderError) return error.exitCode === 0 || words.length === 0 ? 0 : USAGE;
    terminal.err.write(`${error instanceof Refused ? error.message : String((error as Error).stack ?? error)}\n`);
    return 1;
  }
}

/** Prints a document for a script, or a sentence for a person. */
export type Print = (document: unknown, sentence: string) => void;

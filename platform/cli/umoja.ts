import { runCommand } from './run.ts';

/**
 * The operators' command line: `npm run umoja -- <command>`. It works on the same database as the system, running or
 * not. People read sentences; `--json` gives one JSON document for scripts.
 */
const { env, stdin: input, stdout: out, stderr: err } = process;
process.exitCode = await runCommand(process.argv.slice(2), { env, input, out, err, exitCode: 0 });

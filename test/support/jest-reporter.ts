import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Tally } from './jest.ts';

/** What Jest hands a reporter at the end, as far as it is read here. */
type Results = {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly SuiteResult[];
};
type SuiteResult = {
  readonly testFilePath: string;
  readonly displayName?: { readonly name: string };
  readonly failureMessage?: string | null;
  readonly testResults: readonly { readonly status: string; readonly fullName: string }[];
};

const root = join(import.meta.dirname, '../..');

/** Writes the tally of a run for the runner. Jest constructs it. */
export default class TallyReporter {
  readonly #file: string;

  constructor(_: unknown, options: { readonly reportFile: string }) {
    this.#file = options.reportFile;
  }

  onRunComplete(_: unknown, results: Results): void {
    const tally: Tally = {
      passed: results.numPassedTests,
      failures: results.testResults.flatMap(failuresOf),
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(this.#file, JSON.stringify(tally));
  }
}

/** A suite that can't even be loaded has no tests to fail: it counts as one. */
function failuresOf({ testFilePath, displayName, failureMessage, testResults }: SuiteResult): string[] {
  const where = `[${displayName?.name}] ${relative(root, testFilePath)}`;
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && failureMessage) return [`${where} › ${reasonIn(failureMessage)}`];
  return failed.map(({ fullName }) => `${where} › ${fullName}`);
}

function reasonIn(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !line.startsWith('●')) ?? 'the suite failed to run';
}

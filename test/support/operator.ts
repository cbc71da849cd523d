import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { installedOn } from './installation.ts';
import { runHere } from './terminal.ts';

/** What an operator types at the command line, over the database of a test app. */
export async function operate(
  settings: Pick<DatabaseSettings, 'adminUrl'>,
  words: readonly string[],
  more: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return runHere(words, await installedOn(settings, { UMOJA_DATA_DIR: '/nowhere', ...more }));
}

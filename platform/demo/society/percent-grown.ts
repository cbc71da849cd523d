import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../runtime/is-record.ts';
import { codeOf } from '../../runtime/thrown.ts';
import { writeWhole } from '../demo.ts';

/** Beside the facts of the society, which are written once it is there: a gateway in another process reads both. */
const fileIn = (dataDir: string): string => path.join(dataDir, 'society-growth.json');

/** How far the society has come, in percent; null where none grows. */
export async function percentGrown(dataDir: string): Promise<number | null> {
  try {
    const stored: unknown = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return isRecord(stored) && typeof stored['percent'] === 'number' ? stored['percent'] : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Stores how far it has come, one step after the other. */
export function storedPercent(dataDir: string) {
  let writing = Promise.resolve();
  return {
    show: (percent: number): void => {
      // What can't be written is no reason to stop growing.
      writing = writing.then(() => writeWhole(fileIn(dataDir), { percent })).catch(() => undefined);
    },
    end: async (): Promise<void> => {
      await writing;
      await rm(fileIn(dataDir), { force: true });
    },
  };
}

import { readFile } from 'node:fs/promises';
import { Refused } from './program.ts';
import { terminal } from './terminal.ts';

/** The text of a file, or of standard input where it is called -. @throws Refused */
export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await readInput() : await readFile(file, 'utf8');
  } catch {
    throw new Refused(`${file} can’t be read.`);
  }
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of terminal().input) text += String(chunk);
  return text;
}

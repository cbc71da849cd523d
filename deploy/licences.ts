import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What of a CycloneDX bill of materials is read here. */
export type Bill = { readonly components: readonly Component[] };
type Component = {
  readonly name: string;
  readonly version: string;
  readonly group?: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
};

/** The name of each package's licence and its text where the package brings one; and which packages name none. */
export async function licencesOf(bill: Bill, modules: string): Promise<{ text: string; unlicensed: string[] }> {
  const unlicensed: string[] = [];
  const chapters: string[] = [];
  for (const component of bill.components) {
    // A second version of a package lies deeper; its licence is that of the first.
    const folder = path.join(modules, component.group ?? '', component.name);
    const files = await readdir(folder).catch(() => []);
    const licence = (component.licenses ?? [])
      .map((of) => of.expression ?? of.license?.id ?? of.license?.name)
      .join(', ');
    const name = `${component.group ? `${component.group}/` : ''}${component.name} ${component.version}`;
    if (licence === '') unlicensed.push(name);
    const text = files.find((file) => /^(licen[cs]e|copying)/i.test(file));
    chapters.push(
      `${name}: ${licence}`,
      ...(text ? [await readFile(path.join(folder, text), 'utf8')] : []),
      '-'.repeat(80),
    );
  }
  return { text: chapters.join('\n'), unlicensed };
}

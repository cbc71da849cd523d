/** Compiles the programs that suites start: a process of its own, as the compiler changes the environment of where it runs. */
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { folder, nameOf, PROGRAMS } from './compiled.ts';

const root = join(import.meta.dirname, '../..');
/**
 * Packages of many files that only our sources and each other import. All others stay as they are: some have to be loaded in
 * the order of their imports (the keys of people can't be registered otherwise), some have files beside their code, and of some
 * there must be one.
 */
const IN_FEW_FILES = [/^typebox\b/, /^libphonenumber-js\b/, /^@mikro-orm\//, /^kysely\b/];

/** A module knows itself by its place among the sources: migrations, pages and schemas lie beside it. */
const inTheirPlaces = {
  name: 'umoja-places',
  transform(code: string, id: string) {
    const [file = ''] = id.split('?');
    if (id.startsWith('\0') || !code.includes('import.meta.')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file))
      .replaceAll('import.meta.url', JSON.stringify(`file://${file}`));
  },
};

await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [inTheirPlaces],
  ssr: { noExternal: IN_FEW_FILES },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((file) => [nameOf(file), join(root, file)])),
      output: { entryFileNames: '[name].js' },
    },
  },
});

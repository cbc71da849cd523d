/**
 * Builds the portal into a folder: `node gateway/portal-server/bundle.ts <folder>`. A process of its own, so that the
 * bundler's memory and time are not those of the system. With `react` behind the folder it is built with React itself, as the
 * suite does to show that the portal uses nothing of Preact's own.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { withoutDocumentTexts } from './document-stubs.ts';
import { frameInDocument, parts } from './parts.ts';

const root = path.resolve(import.meta.dirname, '../portal');
const out = path.resolve(process.argv[2] ?? 'gateway/portal-built');
/** Preact with React's API: 10 kB in place of 60. */
const preact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};
/** Below this, a compressed file is not smaller on the wire. */
const WORTH_COMPRESSING = 1_000;

const aliases: Readonly<Record<string, string>> = process.argv[3] === 'react' ? {} : preact;
const documents: unknown = JSON.parse(await readFile(path.join(root, 'graph/generated/documents.json'), 'utf8'));
await build({
  configFile: false,
  root,
  base: '/',
  logLevel: 'error',
  resolve: { alias: Object.entries(aliases).map(([find, to]) => ({ find: new RegExp(`^${find}$`), replacement: to })) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  plugins: [withoutDocumentTexts(documents), frameInDocument(root)],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    // A policy of no inline script and style: nothing becomes a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: path.join(root, 'index.html'), offline: path.join(root, 'offline/service-worker.ts') },
      // A worker has one address for good: what it is registered for is below it.
      output: {
        entryFileNames: ({ name }) => (name === 'offline' ? 'offline.js' : 'assets/[name]-[hash].js'),
        codeSplitting: parts,
      },
    },
  },
});

for (const entry of await readdir(out, { withFileTypes: true, recursive: true })) {
  if (entry.isFile()) await compress(path.join(entry.parentPath, entry.name));
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < WORTH_COMPRESSING) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
}

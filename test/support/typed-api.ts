/**
 * Writes the types of the API from its committed document: `node test/support/typed-api.ts <document> <file>`. A process
 * of its own, because openapi-typescript wants the compiler's library, which TypeScript 7 does not have: another
 * package's copy of TypeScript 5 stands in for it.
 */
import { rename, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');

const [document = '', file = ''] = process.argv.slice(2);
const types = astToString(await openapiTypes(pathToFileURL(document)));
const unfinished = `${file}.${process.pid}`;
await writeFile(unfinished, types);
await rename(unfinished, file);

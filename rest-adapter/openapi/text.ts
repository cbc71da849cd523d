import { routes } from '../routes.ts';
import { openApi } from './document.ts';

const WIDTH = 120;

/** The document of the API as it is committed: docs/openapi.json, written by `npm run derive`. */
export const openApiText = (): string => `${written(openApi(routes), '')}\n`;

/** JSON with what fits into a line on one, as a formatter writes it: half as large as with a member a line. */
function written(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) return `[\n${value.map((each) => inner + written(each, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${written(member, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}

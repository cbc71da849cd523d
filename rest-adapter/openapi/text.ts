import { routes } from '../routes.ts';
import { openApi } from './document.ts';

/** The document of the API as it is committed: docs/openapi.json, written by `npm run derive`. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(routes), null, 2)}\n`;
}

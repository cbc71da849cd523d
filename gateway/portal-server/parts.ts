import path from 'node:path';
import type { IndexHtmlTransformHook, Plugin } from 'vite';

/**
 * Into which files the portal is cut. A browser sends six requests at a time over HTTP/1.1, and on a mobile network each takes
 * 150 ms before its first byte: what most pages have is in few files, not in one for each set of pages that share it.
 */

const part = (files: string) => new RegExp(`/gateway/portal/(?:${files})\\.tsx?$`);

/** The beginning; what is around every page; what they show, as a list, as a form, as a record. The first that fits has it. */
const GROUPS = [
  ['begin', part('main')],
  ['frame', part('portal')],
  [
    'page',
    part(
      'components/(?:page-head|show-query|money|dates|state|skeleton|error-box|filters|print)|frame/live|format/names',
    ),
  ],
  ['list', part('components/(?:list-page|data-table|columns|list-tools|list-menus|exact-filter|days)')],
  ['form', part('components/(?:action|more-actions|refusals)')],
  [
    'record',
    part('components/(?:record-page|life|long-id|newest)|texts/record-words|pages/money/(?:places|record-link)'),
  ],
] as const;

/**
 * Each with all that it imports. What fewer pages share is cut by who shares it: short files merged with their neighbours
 * made pages load what they have no use for, up to 28 kB.
 */
export const parts = {
  groups: GROUPS.map(([name, test], at) => ({ name, test, priority: GROUPS.length - at })),
};

/** The frame is named in the document, so that it is loaded beside the beginning, which asks for it. */
export function frameInDocument(portal: string): Plugin {
  const handler: IndexHtmlTransformHook = (_, { bundle = {} }) => {
    const frame = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.includes(path.join(portal, 'portal.tsx')),
    );
    if (frame?.type !== 'chunk') throw new Error('The portal has no frame.');
    const link = (rel: string, file: string) =>
      ({ tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' }) as const;
    const styles = [...(frame.viteMetadata?.importedCss ?? [])];
    return [link('modulepreload', frame.fileName), ...styles.map((file) => link('stylesheet', file))];
  };
  return { name: 'frame-in-document', transformIndexHtml: { order: 'post', handler } };
}

import path from 'node:path';
import type { IndexHtmlTransformHook, Plugin } from 'vite';

/**
 * Into which files the portal is cut. A browser sends six requests at a time over HTTP/1.1, and on a mobile network each takes
 * 150 ms before its first byte: what most pages have is in few files, not in one for each set of pages that share it.
 */

const part = (names: string) => new RegExp(`/gateway/portal/(?:components|frame|format|texts)/(?:${names})\\.tsx?$`);

/** The beginning; what is around every page; what they show, as a list, as a record, as a form. The first that fits has it. */
const GROUPS = [
  ['begin', /\/gateway\/portal\/main\.ts$/],
  ['frame', /\/gateway\/portal\/portal\.tsx$/],
  ['page', part('page-head|show-query|live|money|dates|state|names|skeleton|error-box|filters')],
  ['list', part('list-page|data-table|columns|list-tools|list-menus|exact-filter')],
  ['form', part('action|refusals')],
  ['record', part('record-page|life|print|record-words')],
] as const;
/** A file of several pages is at least so long, before it is made small: a shorter one goes with its nearest neighbour. */
const LEAST_BYTES = 2_000;

export const parts = {
  groups: [
    // Each with all that it imports.
    ...GROUPS.map(([name, test], at) => ({ name, test, priority: GROUPS.length - at })),
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: LEAST_BYTES },
  ],
};

/** What several pages share is named by all of them: a name of 200 characters, which the beginning would list. */
export const shortName = (name: string): string => name.replace(/~.*?(?=\.|$)/, '');

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

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GraphQLError } from 'graphql';
import type { BaseLogger } from 'pino';
import type { SentOperation } from './sent-operation.ts';
import { isRecord } from '#platform/runtime/is-record.ts';
import { watchedFile } from './watched-file.ts';

/** Documents that were approved beforehand, by the SHA-256 of their text in hex. */
export type TrustedDocuments = {
  readonly textOf: (hash: string) => string | undefined;
  /** Whether an operation is one of them, sent as text or by its hash. */
  readonly has: (operation: SentOperation) => boolean;
  /** Refuses an operation of a live caller that is none of them, where only they are let in. */
  readonly admit: (operation: SentOperation, mode: 'sandbox' | 'live') => void;
  readonly close: () => void;
};

export type TrustedDocumentsOptions = {
  /** A JSON object, hash to text, as GraphQL Code Generator writes it (persistedDocuments, sha256). None: no documents. */
  readonly path: string | null;
  /** The documents of our own pages, as hash to text: trusted everywhere. */
  readonly own?: unknown;
  /** What callers of a live tenant may send: anything, or these documents alone. */
  readonly live: 'anything' | 'trusted';
  /** Says why a document could not be served; null where it could. */
  readonly refusalOf: (text: string) => GraphQLError | null;
  /** How often the file is looked at for changes. */
  readonly everyMs: number;
  readonly log: Pick<BaseLogger, 'error' | 'info'>;
};

/**
 * Reads the file of trusted documents, and reads it again when it changes; a broken one is refused with a line in the
 * log, and the documents of before stay.
 * @throws Error where the file is missing or broken at the start
 */
export async function trustedDocuments(options: TrustedDocumentsOptions): Promise<TrustedDocuments> {
  const { path, live, log } = options;
  const own = documentsIn(options.own ?? {}, options.refusalOf);
  let documents = own;
  const file = path === null ? null : await watchedFile(path, options.everyMs);
  const take = (text: string): void => {
    documents = new Map([...own, ...documentsIn(JSON.parse(text), options.refusalOf)]);
    log.info({ path, documents: documents.size }, 'The trusted documents were read');
  };
  if (file) take(file.text);
  const changed = (): void => {
    if (path === null) return;
    readFile(path, 'utf8')
      .then(take)
      .catch((error: unknown) => {
        log.error({ err: error, path }, 'The changed trusted documents were refused; the old ones stay');
      });
  };
  const unwatch = file?.watch(changed);

  const has = ({ text, hash }: SentOperation): boolean => {
    const sent = text === '' ? hash : hashOf(text);
    return sent !== null && documents.has(plain(sent));
  };
  return {
    textOf: (hash) => documents.get(plain(hash)),
    has,
    admit(operation, mode) {
      if (mode === 'live' && live === 'trusted' && !has(operation)) throw notTrusted();
    },
    close: () => unwatch?.(),
  };
}

function documentsIn(documents: unknown, refusalOf: TrustedDocumentsOptions['refusalOf']): ReadonlyMap<string, string> {
  if (!isRecord(documents)) throw new Error('Give one object.');
  return new Map(
    Object.entries(documents).map(([hash, text]) => {
      if (typeof text !== 'string' || plain(hash) !== hashOf(text)) {
        throw new Error(`${hash.slice(0, 80)} is not the SHA-256, in hex, of its document.`);
      }
      const refusal = refusalOf(text);
      if (refusal !== null) throw new Error(`${hash} can’t be served: ${refusal.message}`);
      return [plain(hash), text];
    }),
  );
}

/** Some tools write the algorithm in front. */
function plain(hash: string): string {
  return hash.replace(/^sha256:/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function notTrusted(): GraphQLError {
  return new GraphQLError(
    'The live graph answers documents that were registered beforehand. Send one of them, or its hash; try new ones in the sandbox.',
    { extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 403 } } },
  );
}

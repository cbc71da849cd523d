import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isKnown } from '../headers.ts';

/** A file that is the same for everyone until the next version of the server. */
export type Asset = {
  readonly url: string;
  /** Its media type. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: () => string | Promise<string>;
};

type Loaded = { readonly plain: Buffer; readonly gzipped: Buffer; readonly digest: string };

/** A client that names gzip takes it, unless it says that it would rather have anything else. */
const TAKES_GZIP = /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?(,|$)/;

/**
 * Serves a file compressed where the client takes that, and 304 to who has it. It is read and compressed when it is first
 * asked for; each of its two forms has an ETag of its own.
 */
export function serveAsset(server: FastifyInstance, { url, type, headers = {}, read }: Asset): void {
  let loading: Promise<Loaded> | null = null;
  server.get(url, async (request, reply) => {
    // What could not be read is tried again for the next who asks.
    loading ??= loaded(read).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const { plain, gzipped, digest } = await loading;
    const isGzipped = TAKES_GZIP.test(request.headers['accept-encoding'] ?? '');
    const etag = isGzipped ? `"${digest}-gzip"` : `"${digest}"`;
    reply.headers({
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      etag,
      ...headers,
    });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    // As bytes: for a text the server would add to the media type.
    reply.header('content-type', type);
    return isGzipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
  });
}

async function loaded(read: Asset['read']): Promise<Loaded> {
  const plain = Buffer.from(await read(), 'utf8');
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzipped: await promisify(gzip)(plain, { level: 9 }), digest };
}

import type { FastifyInstance } from 'fastify';
import { ambiguityIn, unreadableBody } from '#platform/runtime/sent-body.ts';

/** A body that is refused before it becomes a request of the graph. */
const refused = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 });

/**
 * Reads JSON as REST does: one document in UTF-8, without a content coding, in which no name comes twice and no number loses digits.
 * A gateway in front that took the first of two values would have let another request through than the one that is carried out.
 */
export function readUnambiguousJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const unreadable = unreadableBody(request.headers);
    if (unreadable !== null) return done(refused(unreadable.message));
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      return done(refused('The body is not one valid JSON document in UTF-8.'));
    }
    return parse(request, text, (error, body) => {
      const message = error === null ? ambiguityIn(text) : null;
      done(message === null ? error : refused(message), body);
    });
  });
}

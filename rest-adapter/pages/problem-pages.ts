import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#core/kernel/domain-error.ts';
import { problemCatalogue, type Entry } from '../problems.ts';
import { jsonResponse } from '../responses.ts';
import { send } from '../replies.ts';
import type { RestDependencies } from '../dependencies.ts';
import { html, page, type Html } from './html.ts';

const CACHED = { 'cache-control': 'public, max-age=300', vary: 'accept' };

/** The catalogue behind the `type` of every problem: JSON for programs, a page for people. */
export function problemPages(server: FastifyInstance, { baseUrl }: Pick<RestDependencies, 'baseUrl'>): void {
  const shown = (entry: Entry) => ({ type: `${baseUrl}/problems/${entry.code}`, ...entry });
  server.get('/problems', async (request, reply) => {
    const entries = [...problemCatalogue.values()];
    return wantsPage(request)
      ? sendPage(
          reply,
          page(
            'Problems',
            html`<h1>Problems</h1>
              <p>Every refusal of this API, by its code. Replies carry them as application/problem+json.</p>
              <table>
                <thead>
                  <tr>
                    <th>Status</th>
                    <th>Code</th>
                    <th>Title</th>
                  </tr>
                </thead>
                <tbody>
                  ${entries.map(rowOf)}
                </tbody>
              </table>`,
          ),
        )
      : send(reply, jsonResponse(200, { data: entries.map(shown) }, CACHED));
  });
  server.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    const entry = problemCatalogue.get(code);
    if (!entry) {
      throw new DomainError('missing', 'not_found', `There is no problem ${code.slice(0, 100)}.`, {
        resource: 'problem',
        id: code.slice(0, 100),
      });
    }
    return wantsPage(request)
      ? sendPage(
          reply,
          page(
            entry.code,
            html`<h1>${entry.code}</h1>
              <p><strong>${entry.title}</strong> (status ${entry.status})</p>
              <p>${entry.remedy}</p>
              <p>
                ${entry.retryable ? 'The same request may succeed later.' : 'Repeating the same request does not help.'}
              </p>
              <p><a href="/problems">All problems</a></p>`,
          ),
        )
      : send(reply, jsonResponse(200, shown(entry), CACHED));
  });
}

const rowOf = ({ status, code, title }: Entry): Html =>
  html`<tr>
    <td>${status}</td>
    <td><a href="/problems/${code}">${code}</a></td>
    <td>${title}</td>
  </tr>`;

function wantsPage({ headers }: FastifyRequest): boolean {
  return /text\/html/.test(headers.accept ?? '');
}

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  return send(reply, {
    status: 200,
    headers: {
      ...CACHED,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body,
  });
}

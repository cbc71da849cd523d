import Type, { type TSchema } from 'typebox';
import { object } from '../shapes.ts';
import { problemResponses, type Responses } from './problems.ts';
import { EXAMPLE } from './recorded.ts';
import { exampleOf, schemaFor, type Components, type Json } from './schemas.ts';

type Operation = { readonly path: string; readonly method: 'GET' | 'POST'; readonly operation: Json };

const clientId = Type.String({ description: 'Public key, pk_test_… or pk_live_….', examples: ['pk_test_4vQx8m2Z'] });
const clientSecret = Type.String({
  description: 'Secret key, sk_test_… or sk_live_…; stored on your server.',
  examples: ['sk_test_…'],
});
const scope = Type.Optional(
  Type.String({
    description: 'Names separated by spaces; all that are granted where it is missing.',
    examples: ['loans:read loans:write'],
  }),
);
const grantType = Type.Enum(['client_credentials']);
const tokenType = Type.Enum(['Bearer']);
const expiresIn = Type.Integer({ description: 'Seconds; 3600.', examples: [3600] });
const accessToken = Type.String({
  description: 'Bearer token, prefix at_.',
  examples: ['at_x0bJ5cPq7Wn2y1VtR8sD4kL6mZ9aQ3eF0hG5iU7oYTsB1cXw2q'],
});
const sandbox = Type.Boolean({ description: 'Whether the client is a sandbox’s.' });

const TokenSchema = object(
  { access_token: accessToken, token_type: tokenType, expires_in: expiresIn, scope: Type.String(), sandbox },
  { $id: 'Token' },
);
const BridgeTokenSchema = object(
  { data: object({ access_token: accessToken, token_type: tokenType, expires_in: expiresIn, sandbox }) },
  { $id: 'BridgeToken' },
);
const CREDENTIALS = { client_id: Type.Optional(clientId), client_secret: Type.Optional(clientSecret) };
const TOKEN_CODES = [
  'invalid_request',
  'invalid_client',
  'address_not_allowed',
  'unsupported_grant_type',
  'invalid_scope',
];
const CLIENT_CODES = ['invalid_request', 'invalid_client', 'address_not_allowed'];
const FOR_ALL = [
  'malformed_json',
  'headers_too_large',
  'payload_too_large',
  'unsupported_media_type',
  'internal_error',
];
/** Every code that these endpoints can refuse with. */
export const ENDPOINT_CODES: readonly string[] = [...TOKEN_CODES, ...FOR_ALL, 'not_found'];
const requestId: Json = { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } };

/** The operations that are no rows: they need no bearer token. */
export function endpointOperations(components: Components, shared: Responses): readonly Operation[] {
  return [...tokenOperations(components, shared), ...publicOperations(shared)];
}

function tokenOperations(components: Components, shared: Responses): readonly Operation[] {
  const oauthProblems = (codes: readonly string[]) => problemResponses(codes, requestId, shared);
  const token = (
    path: string,
    name: string,
    said: { description: string; body: TSchema; reply: TSchema },
  ): Operation => ({
    path,
    method: 'POST',
    operation: {
      operationId: name,
      summary: 'Exchange client credentials for a token',
      description: said.description,
      tags: ['Tokens'],
      security: [{}, { basic: [] }],
      requestBody: bodyOf(said.body, components),
      responses: {
        '200': replyOf('The token. Keep it and use it until it expires.', said.reply, components),
        ...oauthProblems([...TOKEN_CODES, ...FOR_ALL]),
      },
    },
  });
  const withToken = object({
    ...CREDENTIALS,
    token: Type.String({ description: 'An access token of this client.' }),
    token_type_hint: Type.Optional(Type.String()),
  });
  const aboutToken = (path: string, name: string, summary: string, reply: Json): Operation => ({
    path,
    method: 'POST',
    operation: {
      operationId: name,
      summary,
      description: `${summary}, with the client’s credentials. Other clients’ tokens count as unknown.`,
      tags: ['Tokens'],
      security: [{}, { basic: [] }],
      requestBody: bodyOf(withToken, components),
      responses: { '200': reply, ...oauthProblems([...CLIENT_CODES, ...FOR_ALL]) },
    },
  });
  const ended: Json = { description: 'The token is no longer one, or never was.', headers: requestId };
  return [
    token('/v1/oauth/token', 'createBridgeToken', {
      description:
        'Payment bridge. JSON is answered in `data`; a form with grant_type gets the reply of RFC 6749 at the top level.',
      body: object({ ...CREDENTIALS, grant_type: Type.Optional(grantType), scope }),
      reply: Type.Union([BridgeTokenSchema, TokenSchema]),
    }),
    token('/api/v1/oauth/token', 'createToken', {
      description: 'Lending and education. Credentials in the body or as Basic, never both.',
      body: object({ grant_type: grantType, ...CREDENTIALS, scope }),
      reply: TokenSchema,
    }),
    aboutToken('/v1/oauth/introspect', 'introspectBridgeToken', 'Look at a token (RFC 7662)', introspected(components)),
    aboutToken('/api/v1/oauth/introspect', 'introspectToken', 'Look at a token (RFC 7662)', introspected(components)),
    aboutToken('/v1/oauth/revoke', 'revokeBridgeToken', 'End a token (RFC 7009)', ended),
    aboutToken('/api/v1/oauth/revoke', 'revokeToken', 'End a token (RFC 7009)', ended),
  ];
}

function introspected(components: Components): Json {
  return replyOf(
    'Whether the token is active, and what it stands for.',
    object(
      {
        active: Type.Boolean(),
        client_id: Type.Optional(clientId),
        scope: Type.Optional(Type.String()),
        token_type: Type.Optional(tokenType),
        exp: Type.Optional(Type.Integer({ description: 'Unix seconds.', examples: [1_769_846_400] })),
        iss: Type.Optional(Type.String()),
        sandbox: Type.Optional(sandbox),
      },
      { $id: 'Introspection' },
    ),
    components,
  );
}

function publicOperations(shared: Responses): readonly Operation[] {
  const publicProblems = (...codes: readonly string[]) =>
    problemResponses([...codes, 'headers_too_large', 'internal_error'], requestId, shared);
  return [
    ...METADATA.map(([path, name]) =>
      service(
        path,
        { name, summary: 'Where tokens are made (RFC 8414)', describe: 'The metadata.', schema: { type: 'object' } },
        publicProblems(),
      ),
    ),
    service(
      '/problems',
      {
        name: 'listProblems',
        summary: 'Every refusal of this API',
        describe: 'The catalogue; a page for browsers.',
        schema: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'array', items: PROBLEM_ENTRY } },
        },
      },
      publicProblems(),
    ),
    service(
      '/problems/{code}',
      {
        name: 'getProblem',
        summary: 'What a refusal means and what to do',
        describe: 'The entry; a page for browsers.',
        schema: PROBLEM_ENTRY,
      },
      publicProblems('not_found'),
      [
        {
          name: 'code',
          in: 'path',
          required: true,
          description: 'The code.',
          schema: { type: 'string' },
          examples: { [EXAMPLE]: { value: 'not_found' } },
        },
      ],
    ),
    {
      path: '/healthz',
      method: 'GET',
      operation: {
        operationId: 'getHealth',
        summary: 'Whether the server and its database answer',
        description: 'For what monitors the process.',
        tags: ['Service'],
        security: [],
        responses: {
          '200': jsonReply('Both answer.', HEALTH, { status: 'ok' }),
          '503': jsonReply('The database does not answer.', HEALTH, { status: 'unavailable' }),
          ...publicProblems(),
        },
      },
    },
  ];
}

const METADATA = [
  ['/.well-known/oauth-authorization-server', 'getServerMetadata'],
  ['/.well-known/oauth-authorization-server/api/v1', 'getApiServerMetadata'],
  ['/api/v1/.well-known/oauth-authorization-server', 'getApiServerMetadataBelow'],
] as const;

const HEALTH: Json = { type: 'object', required: ['status'], properties: { status: { enum: ['ok', 'unavailable'] } } };
const PROBLEM_ENTRY: Json = {
  type: 'object',
  required: ['type', 'code', 'status', 'title', 'remedy', 'retryable'],
  properties: {
    type: { type: 'string', format: 'uri', examples: ['https://api.umoja.test/problems/not_found'] },
    code: { type: 'string', examples: ['not_found'] },
    status: { type: 'integer', examples: [404] },
    title: { type: 'string', examples: ['No such record'] },
    remedy: { type: 'string', examples: ['Check the id.'] },
    retryable: { type: 'boolean', examples: [false] },
  },
};

type Said = { readonly name: string; readonly summary: string; readonly describe: string; readonly schema: Json };

function service(
  path: string,
  { name, summary, describe, schema }: Said,
  problems: Json,
  parameters: readonly Json[] = [],
): Operation {
  return {
    path,
    method: 'GET',
    operation: {
      operationId: name,
      summary,
      description: `${summary}.`,
      tags: ['Service'],
      security: [],
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: {
        '200': jsonReply(describe, schema, exampleOf(schema, new Map())),
        ...problems,
      },
    },
  };
}

function jsonReply(description: string, schema: Json, example: unknown): Json {
  // Under its name a parameter and the reply belong together.
  const content = { schema, examples: { [EXAMPLE]: { value: example } } };
  return { description, headers: requestId, content: { 'application/json': content } };
}

function replyOf(description: string, schema: TSchema, components: Components): Json {
  const written = schemaFor(schema, components);
  return jsonReply(description, written, exampleOf(written, components));
}

function bodyOf(schema: TSchema, components: Components): Json {
  const written = schemaFor(schema, components);
  const content = { schema: written, example: exampleOf(written, components) };
  return { required: true, content: { 'application/json': content, 'application/x-www-form-urlencoded': content } };
}

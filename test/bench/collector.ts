/**
 * One trace from a partner's request to the webhook's arrival, as a receiver of OTLP that is none of ours took it: every role is a process
 * of its own that sends to Elastic's `mockotlpserver`, installed in a folder of its own (`npm i --ignore-scripts @elastic/mockotlpserver`).
 * What arrives is held against the definitions of OTLP that come with it, and against the traceparent that the webhook brought.
 *
 *     npm run bench -- collector <folder>
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSystem } from './alerts/system.ts';
import { outlineOf, problemsOf, stepsOf, type ProtoRoot, type Sent, type Step } from './collector/steps.ts';
import { call } from './faults/call.ts';
import { eventually } from '../support/eventually.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Which folder has @elastic/mockotlpserver? docs/benches.md says how it gets there.');
const { createMockOtlpServer, proto } = loaded(folder);

let isRight = true;
const checked = (what: string, holds: boolean) => {
  console.log(`${holds ? 'ok    ' : 'WRONG '} ${what}`);
  isRight &&= holds;
};
const sent: Sent[] = [];
const collector = createMockOtlpServer((each) => sent.push(each));
await collector.start();
const system = await startSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.httpUrl.origin });
const { rest, graph, token, account } = system;

const arrived: { readonly traceparent: string; readonly subject: number }[] = [];
const partner = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const { subject } = JSON.parse(text) as { subject: { id: number } };
    arrived.push({ traceparent: String(request.headers['traceparent']), subject: subject.id });
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1');
await once(partner, 'listening');
const { port } = partner.address() as AddressInfo;
const hook = await call(rest, '/api/v1/webhooks', {
  token,
  body: { url: `http://127.0.0.1:${port}/`, events: ['savings_transaction.*'] },
});
checked(`a webhook is registered: ${hook.status}`, hook.status === 201);

const deposit = await call(rest, `/api/v1/savings_accounts/${account}/transactions`, {
  token,
  key: randomUUID(),
  body: { type: 'deposit', amount: 100, channel: 'cash' },
});
const webhook = await eventually(() => arrived.find(({ subject }) => subject === deposit.body.id));
const [, traceId = '', delivering = ''] = webhook?.traceparent.split('-') ?? [];
const ofTrace = (): readonly Step[] => sent.flatMap(stepsOf).filter((step) => step.traceId === traceId);
await eventually(
  () => ofTrace().some(({ spanId }) => spanId === delivering) && rootsOf(ofTrace()).length === 1,
  30_000,
).catch(() => undefined);
checked(
  `a trace of ${ofTrace().length} steps goes from the request to REST to the webhook`,
  follows(ofTrace(), ['rest', 'workers']),
);
checked(
  'the webhook came with the traceparent of its last step',
  ofTrace().some(({ spanId }) => spanId === delivering),
);
console.log(outlineOf(ofTrace()));

const asked = randomTrace();
await fetch(graph, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    traceparent: `00-${asked}-00f067aa0ba902b7-01`,
  },
  body: JSON.stringify({ query: 'query Members { members(first: 1) { nodes { id } } }' }),
}).then((response) => response.text());
const ofGraph = (): readonly Step[] => sent.flatMap(stepsOf).filter((step) => step.traceId === asked);
await eventually(() => follows(ofGraph(), ['gateway', 'lending']), 30_000).catch(() => undefined);
checked(
  `a trace that a partner began goes on over gateway and subgraph in ${ofGraph().length} steps`,
  follows(ofGraph(), ['gateway', 'lending']),
);
console.log(outlineOf(ofGraph()));

const problems = sent.flatMap((each) => problemsOf(proto, each));
checked(
  `${sent.length} exports with ${sent.flatMap(stepsOf).length} steps are as OTLP defines them ${[...new Set(problems)].join(', ')}`,
  sent.length > 0 && problems.length === 0,
);
await system.stop();
partner.close();
await collector.close();
process.exit(isRight ? 0 : 1);

/** Steps whose parent is not among them; of a trace that is whole, the request that began it. */
function rootsOf(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ parentSpanId }) => !steps.some(({ spanId }) => spanId === parentSpanId));
}

/** Whether all steps hang together, with some of each of these processes. */
function follows(steps: readonly Step[], services: readonly string[]): boolean {
  return (
    rootsOf(steps).length === 1 && services.every((service) => steps.some((step) => step.service.includes(service)))
  );
}

function randomTrace(): string {
  return randomUUID().replaceAll('-', '');
}

function loaded(at: string) {
  type Server = { readonly httpUrl: URL; start(): Promise<void>; close(): Promise<void> };
  const load = createRequire(resolve(at, 'package.json'));
  const { MockOtlpServer } = load('@elastic/mockotlpserver') as { MockOtlpServer: new (options: object) => Server };
  const { getProtoRoot } = load('@elastic/mockotlpserver/lib/proto.js') as { getProtoRoot: () => ProtoRoot };
  return {
    proto: getProtoRoot(),
    createMockOtlpServer: (onTrace: (sent: Sent) => void) =>
      new MockOtlpServer({ logLevel: 'warn', services: ['http'], httpHostname: '127.0.0.1', httpPort: 0, onTrace }),
  };
}

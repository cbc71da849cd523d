/**
 * How many tokens are minted, and how long one takes. Run it alone:
 *
 *     npm run bench -- tokens [a second] [seconds]
 *
 * The requests come from this process too, at a steady pace that waits for no answer. It ends with an error where one is
 * not answered with a token.
 */
import { mintSteadily } from './tokens/minting.ts';
import { openRestTestApp } from '../support/rest-test-app.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const perSecond = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 10);

const ports = await openRestTestApp();
const client = await ports.openClient(await ports.openInstitution());
await mintSteadily(ports.url, client, { perSecond: 100, seconds: 1 });

const began = performance.now();
const replies = await mintSteadily(ports.url, client, { perSecond, seconds });
const took = (performance.now() - began) / 1_000;
const times = replies.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
const at = (share: number) => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)} ms`;
const statuses = [...Map.groupBy(replies, ({ status }) => status)].map(([status, of]) => `${of.length} x ${status}`);
console.log(`asked for ${perSecond}/s during ${seconds} s: ${statuses.join(', ')}`);
console.log(`answered ${Math.round(replies.length / took)}/s; p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);
const bars = openBars();
bars.atMost('Requests that got no token', replies.filter(({ status }) => status !== 200).length, 0);
await endBench(ports.close, bars.exitCode());

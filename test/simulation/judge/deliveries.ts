import { createHmac } from 'node:crypto';
import type { Delivered } from '../stage.ts';

type Body = {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly delivery_sequence: number;
  readonly subject: { readonly type: string; readonly uuid: string };
  readonly data: unknown;
  readonly record?: unknown;
};
type Arrived = Delivered & { readonly body: Body };

/** webhooks.md: a message is signed, names no person’s numbers, and the same id is the same event, whatever was sent before it. */
export function judgeDeliveries(
  delivered: readonly Delivered[],
  signing: Readonly<Record<Delivered['webhook'], string>>,
): string[] {
  const arrived = delivered.map((each): Arrived => ({ ...each, body: JSON.parse(each.text) }));
  return [
    ...arrived.flatMap((each) => faultsOf(each, signing[each.webhook])),
    ...(['all', 'ordered'] as const).flatMap((webhook) =>
      countedWrongly(arrived.filter((each) => each.webhook === webhook)),
    ),
    ...overtaken(arrived.filter(({ webhook }) => webhook === 'ordered')),
  ];
}

/** Seconds between the attempt and its arrival: Standard Webhooks refuses what is older than five minutes. */
const TOLERANCE = 300;
/** A number of a subscriber in full, as it is stored or as it is dialled. */
const PHONE = /(?<![\w-])\+?254[17]\d{8}(?![\w-])/;

function faultsOf({ headers, text, at, body }: Arrived, secret: string): string[] {
  const named = `Delivery ${body.delivery_sequence} (${body.type}, ${body.id})`;
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  const sentences: string[] = [];
  if (!String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`))
    sentences.push(`${named} is not signed with the secret of its webhook.`);
  if (id !== body.id) sentences.push(`${named} has ${id} in its header.`);
  if (Math.abs(at - Number(timestamp)) > TOLERANCE) sentences.push(`${named} arrived at ${at} and is of ${timestamp}.`);
  sentences.push(...shownWrongly(named, body));
  return sentences;
}

/** Numbers of people are masked, and alerts say nothing but which one it is; so in a delivery, and wherever events are read. */
export function shownWrongly(named: string, { type, data, record }: Pick<Body, 'type' | 'data' | 'record'>): string[] {
  const shown = JSON.stringify([data ?? null, record ?? null]);
  const [phone] = PHONE.exec(shown) ?? [];
  const isThin = record === undefined && Object.keys(Object(data)).length === 0;
  return [
    ...(phone === undefined ? [] : [`${named} shows the number ${phone}.`]),
    ...(type.startsWith('aml_alert.') && !isThin
      ? [`${named} says what the alert is about: ${shown.slice(0, 200)}.`]
      : []),
  ];
}

function countedWrongly(arrived: readonly Arrived[]): string[] {
  const byId = new Map<string, Body>();
  const sentences: string[] = [];
  for (const { body } of arrived) {
    const before = byId.get(body.id);
    if (before && (before.delivery_sequence !== body.delivery_sequence || before.type !== body.type))
      sentences.push(
        `Event ${body.id} came as ${before.type} ${before.delivery_sequence} and as ${body.type} ${body.delivery_sequence}.`,
      );
    byId.set(body.id, body);
  }
  const sequences = [...byId.values()].map((body) => body.delivery_sequence).sort((a, b) => a - b);
  for (const [at, sequence] of sequences.entries())
    if (at > 0 && sequence === sequences[at - 1]) sentences.push(`Two events came as delivery ${sequence}.`);
  return sentences;
}

/** Of a round, in a sandbox. */
const ATTEMPTS = 4;

/** An attempt that came while an earlier event of the same subject had come and was not taken yet, or that came behind a later one. */
function overtaken(arrived: readonly Arrived[]): string[] {
  const failing = new Map<string, Map<number, number>>();
  const taken = new Map<string, number>();
  const known = new Set<string>();
  return arrived.flatMap(({ body, status }) => {
    const { subject, delivery_sequence: sequence } = body;
    const key = `${subject.type} ${subject.uuid}`;
    const waiting = failing.get(key) ?? new Map<number, number>();
    failing.set(key, waiting);
    const earlier = [...waiting.keys()].find((each) => each < sequence);
    const last = taken.get(key) ?? 0;
    // What was taken may come again: our worker had not seen that it was.
    if (known.has(body.id)) return [];
    if (status < 300) known.add(body.id);
    if (status < 300) {
      waiting.delete(sequence);
      taken.set(key, Math.max(last, sequence));
    } else {
      const failures = (waiting.get(sequence) ?? 0) + 1;
      // It is given up, and holds up nothing any more.
      if (failures >= ATTEMPTS) waiting.delete(sequence);
      else waiting.set(sequence, failures);
    }
    if (earlier !== undefined) return [`Delivery ${sequence} of ${key} came before delivery ${earlier} was taken.`];
    return last > sequence ? [`Delivery ${sequence} of ${key} came after delivery ${last} was taken.`] : [];
  });
}

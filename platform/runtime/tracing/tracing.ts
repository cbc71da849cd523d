import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Traces: what one request caused, step by step, over processes. A process is traced or it is not, so this is the one thing that is
 * switched on for all of it instead of being handed through every layer. Off, it costs a comparison, and nothing is loaded.
 * Names and attributes of steps are ours: no address, text, number or name of a person stands in them.
 */

/** What a step is, in the words of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
type Attributes = { readonly [name: string]: string | number | boolean };

/** A step that is under way. */
export type Span = {
  /** W3C Trace Context: what the steps that it causes name as their parent. */
  readonly traceparent: string;
  readonly end: (ending?: { readonly attributes?: Attributes; readonly failed?: boolean }) => void;
};

type Beginning = {
  readonly kind: SpanKind;
  /** The step that caused it, as far as it is known; else the one that is under way here. */
  readonly parent?: string | null;
  readonly attributes?: Attributes;
};

export type Tracer = {
  readonly begin: (name: string, beginning: Beginning & { readonly parent: string | null }) => Span;
  /** Sends what waits, and ends. */
  readonly close: () => Promise<void>;
};

let tracer: Tracer | null = null;
/** The step under way, and what was counted in it. */
const underWay = new AsyncLocalStorage<{ readonly span: Span; statements: number }>();

/** From now on the steps of this process are traced; null: no more. */
export function traceWith(present: Tracer | null): void {
  tracer = present;
}

/** The step under way, for what it causes elsewhere; null where nothing is traced. */
export function traceparentHere(): string | null {
  return tracer === null ? null : (underWay.getStore()?.span.traceparent ?? null);
}

/** Begins a step that who calls this ends; null where nothing is traced. */
export function beginSpan(name: string, beginning: Beginning): Span | null {
  if (tracer === null) return null;
  return tracer.begin(name, { ...beginning, parent: beginning.parent ?? traceparentHere() });
}

/** Carries out what belongs to a step that was begun. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : underWay.run({ span, statements: 0 }, work);
}

/** Carries out a step. It has failed where the work throws. @param beginning called where steps are traced */
export async function traced<T>(
  name: string,
  beginning: () => Beginning,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const span = tracer === null ? null : beginSpan(name, beginning());
  if (span === null) return work(null);
  const step = { span, statements: 0 };
  const end = (how: { readonly failed: boolean }) =>
    span.end({ ...how, ...(step.statements === 0 ? {} : { attributes: { 'umoja.statements': step.statements } }) });
  try {
    const result = await underWay.run(step, () => work(span));
    end({ failed: false });
    return result;
  } catch (error) {
    end({ failed: true });
    throw error;
  }
}

/** Counts a statement that is sent to the database in the step under way: a step for each would cost more than the statement. */
export function countStatement(): void {
  const step = tracer === null ? undefined : underWay.getStore();
  if (step !== undefined) step.statements += 1;
}

/** The ids of the step under way, for a line of the log. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const [, trace_id, span_id] = traceparentHere()?.split('-') ?? [];
  return trace_id === undefined || span_id === undefined ? {} : { trace_id, span_id };
}

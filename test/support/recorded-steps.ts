import { traceWith, type SpanKind } from '#platform/runtime/tracing/tracing.ts';

type RecordedStep = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceparent: string;
  readonly parent: string | null;
  attributes: object;
  ended: boolean;
};

/** Records the steps of traces in this process, as a collector would see them, while `work` runs. */
export async function recordSteps(
  work: (steps: readonly RecordedStep[]) => Promise<unknown>,
): Promise<readonly RecordedStep[]> {
  const steps: RecordedStep[] = [];
  traceWith({
    begin: (name, { kind, parent, attributes = {} }) => {
      const traceId = parent?.split('-')[1] ?? '4bf92f3577b34da6a3ce929d0e0e4736';
      const traceparent = `00-${traceId}-${String(steps.length + 1).padStart(16, '0')}-01`;
      const step: RecordedStep = { name, kind, traceparent, parent, attributes, ended: false };
      steps.push(step);
      return {
        traceparent,
        end: ({ attributes: more } = {}) => {
          step.attributes = { ...attributes, ...more };
          step.ended = true;
        },
      };
    },
    close: async () => undefined,
  });
  try {
    await work(steps);
    return steps;
  } finally {
    traceWith(null);
  }
}

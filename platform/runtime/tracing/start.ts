import type { Config } from '../config.ts';
import { traceWith } from './tracing.ts';

/**
 * Traces this process where a collector is named; nothing of OpenTelemetry is loaded otherwise.
 * @returns what sends the last steps
 */
export async function startTracing(
  { otlpEndpoint, tracedShare }: Pick<Config, 'otlpEndpoint' | 'tracedShare'>,
  service: string,
): Promise<{ readonly close: () => Promise<void> } | null> {
  if (otlpEndpoint === null) return null;
  const { otlpTracer } = await import('./otlp.ts');
  const tracer = otlpTracer({ endpoint: otlpEndpoint, service, share: tracedShare });
  traceWith(tracer);
  return {
    close: async () => {
      traceWith(null);
      // A collector that is away must not keep the process.
      await tracer.close().catch(() => undefined);
    },
  };
}

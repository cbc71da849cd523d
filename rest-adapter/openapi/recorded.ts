import recorded from './examples.json' with { type: 'json' };

/** A request that succeeded, with its reply. */
export type Recorded = {
  readonly params?: Readonly<Record<string, number | string>>;
  readonly body?: unknown;
  readonly reply: unknown;
};

/** Under this name stand the parts of an example that belong together: parameters, request and reply. */
export const EXAMPLE = 'typical';

/** The example of an operation, as `test/support/write-examples.ts` took it from a running server. */
export function recordedExample(operation: string): Recorded | undefined {
  const examples: { readonly [operation: string]: Recorded } = recorded;
  return examples[operation];
}

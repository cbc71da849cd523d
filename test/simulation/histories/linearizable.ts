/** What a client asked, from when to when, and what it was answered. An answer that was lost has no end: Infinity. */
export type Operation<Input, Output> = {
  readonly client: string;
  readonly begin: number;
  readonly end: number;
  readonly input: Input;
  readonly output: Output;
};

/** What the thing itself may do, one operation after the other. */
export type Model<State, Input, Output> = {
  readonly initial: State;
  /** The states in which the operation can leave it with this output: none where it can't be. */
  readonly step: (state: State, input: Input, output: Output) => readonly State[];
  readonly keyOf: (state: State) => string;
};

/**
 * Whether what clients saw is what one thing would have shown them that does one operation at a time, each at some moment
 * between its request and its reply. It is the search of Wing and Gong with Lowe's memory of configurations: of the
 * operations that may come next, one after the other is tried.
 * @returns null; or the operations of which none can come next where the search got farthest
 */
export function violationOf<State, Input, Output>(
  operations: readonly Operation<Input, Output>[],
  { initial, step, keyOf }: Model<State, Input, Output>,
): readonly Operation<Input, Output>[] | null {
  const all = operations.toSorted((a, b) => a.begin - b.begin);
  const seen = new Set<string>();
  let farthest = -1;
  let stuck: readonly Operation<Input, Output>[] = [];
  const stack: { readonly done: bigint; readonly count: number; readonly state: State }[] = [
    { done: 0n, count: 0, state: initial },
  ];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { done, count, state } = at;
    const open = all.flatMap((operation, index) => ((done >> BigInt(index)) & 1n ? [] : [{ operation, index }]));
    // What was never answered may never have happened.
    if (open.every(({ operation }) => operation.end === Infinity)) return null;
    const first = Math.min(...open.map(({ operation }) => operation.end));
    const next = open.filter(({ operation }) => operation.begin <= first);
    if (count > farthest) {
      farthest = count;
      stuck = next.map(({ operation }) => operation);
    }
    for (const { operation, index } of next) {
      for (const after of step(state, operation.input, operation.output)) {
        const linearized = done | (1n << BigInt(index));
        const configuration = `${linearized} ${keyOf(after)}`;
        if (seen.has(configuration)) continue;
        seen.add(configuration);
        stack.push({ done: linearized, count: count + 1, state: after });
      }
    }
  }
  return stuck;
}

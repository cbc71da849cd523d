/** What a process sends to a collector: OTLP over HTTP, in JSON. */
export type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};
type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } };
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
};

export type Step = Span & { readonly service: string };

export function stepsOf({ resourceSpans }: Sent): readonly Step[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service: name })));
  });
}

/** Steps under the step that they belong to, with when they began and how long they took. */
export function outlineOf(steps: readonly Step[]): string {
  const began =
    steps.map(({ startTimeUnixNano }) => BigInt(startTimeUnixNano)).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
  const ms = (nanoseconds: bigint) => (Number(nanoseconds / 1_000n) / 1_000).toFixed(1);
  const under = (parent: string | undefined, depth: number): string[] =>
    steps
      .filter(({ parentSpanId }) =>
        parent === undefined ? !steps.some(({ spanId }) => spanId === parentSpanId) : parentSpanId === parent,
      )
      .toSorted((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
      .flatMap(({ spanId, service, name, startTimeUnixNano: from, endTimeUnixNano: to }) => [
        `       ${'  '.repeat(depth)}${service}: ${name}, at ${ms(BigInt(from) - began)} ms for ${ms(BigInt(to) - BigInt(from))} ms`,
        ...under(spanId, depth + 1),
      ]);
  return under(undefined, 0).join('\n');
}

/** The definitions of OTLP, as protobufjs has them. */
type ProtoField = { readonly repeated: boolean; readonly resolvedType: ProtoType | null; resolve(): ProtoField };
type ProtoType = { readonly fields?: { readonly [name: string]: ProtoField }; verify(message: object): string | null };
export type ProtoRoot = { lookupType(name: string): ProtoType };

/** What is not as OTLP defines it: a field that it does not know, a value of another type. */
export function problemsOf(root: ProtoRoot, sent: Sent): readonly string[] {
  const request = root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
  const wrong = request.verify(withBytes(sent));
  return [...(wrong === null ? [] : [wrong]), ...unknownIn(request, sent, '')];
}

function unknownIn({ fields = {} }: ProtoType, value: object, at: string): string[] {
  return Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
    const field = fields[name]?.resolve();
    if (field === undefined) return [`${at}${name} is unknown`];
    const { resolvedType } = field;
    const each: unknown[] = field.repeated && Array.isArray(held) ? held : [held];
    return each.flatMap((part) =>
      resolvedType?.fields !== undefined && typeof part === 'object' && part !== null
        ? unknownIn(resolvedType, part, `${at}${name}.`)
        : [],
    );
  });
}

/** OTLP writes ids in JSON as hexadecimal text and 64-bit numbers as decimal text; protobufjs takes bytes and numbers. */
function withBytes(value: object): object {
  return JSON.parse(JSON.stringify(value), (key, held: unknown) => {
    if (typeof held !== 'string') return held;
    // What is no id becomes what can't be taken for bytes.
    if (/^(traceId|spanId|parentSpanId)$/.test(key))
      return /^([0-9a-f]{16}|[0-9a-f]{32})$/.test(held) ? Buffer.from(held, 'hex') : Number.NaN;
    if (/UnixNano$|^intValue$/.test(key)) return /^-?\d+$/.test(held) ? Number(held) : held;
    return held;
  }) as object;
}

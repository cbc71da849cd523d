/** A message of PostgreSQL's protocol, whole. A client's first one, the startup, has no type. */
export type Message = { readonly type: string; readonly bytes: Buffer };

/** Takes what arrives apart into messages. */
export function messagesOf(side: 'client' | 'server', take: (message: Message) => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = side === 'client';
  return (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = isStartup ? '' : String.fromCharCode(bytes[0]!);
      isStartup = false;
      take({ type, bytes });
    }
  };
}

/** What messages of statements say. */
export const textOf = {
  query: (bytes: Buffer): string => wordAt(bytes, 5).word,

  prepared: (bytes: Buffer): [name: string, text: string] => {
    const { word: name, end } = wordAt(bytes, 5);
    return [name, wordAt(bytes, end).word];
  },

  bound: (bytes: Buffer): { readonly name: string; readonly values: readonly (string | null)[] } => {
    const { end: afterPortal } = wordAt(bytes, 5);
    const { word: name, end } = wordAt(bytes, afterPortal);
    let at = end + 2 + 2 * bytes.readInt16BE(end);
    const count = bytes.readInt16BE(at);
    at += 2;
    const values: (string | null)[] = [];
    for (let n = 0; n < count; n++) {
      const length = bytes.readInt32BE(at);
      at += 4;
      values.push(length < 0 ? null : bytes.toString('utf8', at, at + length));
      at += Math.max(length, 0);
    }
    return { name, values };
  },
};

function wordAt(bytes: Buffer, from: number): { readonly word: string; readonly end: number } {
  const end = bytes.indexOf(0, from);
  return { word: bytes.toString('utf8', from, end), end: end + 1 };
}

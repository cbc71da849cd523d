/** What came of the deposits that were confirmed while one fault lasted, and until it was healed. */
type Row = {
  readonly fault: string;
  /** Replies by their status; `none` where none came. */
  readonly replies: Map<string, number>;
  /** The transactions that were confirmed, by id. */
  readonly confirmed: string[];
  healedAfter: number;
};

/** What clients were answered, fault by fault; compared at the end with what the books and the receiver have. */
export function tallyOfFaults() {
  const rows: Row[] = [];
  const wrong: string[] = [];
  const present = (): Row => rows.at(-1) ?? begin('before');
  const begin = (fault: string): Row => {
    const row = { fault, replies: new Map(), confirmed: [], healedAfter: 0 };
    rows.push(row);
    return row;
  };
  const count = (reply: string) => present().replies.set(reply, (present().replies.get(reply) ?? 0) + 1);
  return {
    begin,
    count,
    confirm: (id: string) => void present().confirmed.push(id),
    replies: (status: string): number => present().replies.get(status) ?? 0,
    /** A reply that no fault excuses. */
    blame: (what: string) => void wrong.push(what),
    wrong: (): readonly string[] => wrong,
    confirmed: () => rows.reduce((all, { confirmed }) => all + confirmed.length, 0),
    healed: (seconds: number) => (present().healedAfter = seconds),
    /**
     * The table: what was confirmed, and how much of it is booked and was notified.
     * @param booked the transactions of the books by id
     * @param notified how often the receiver got each
     */
    table: (booked: ReadonlySet<string>, notified: ReadonlyMap<string, number>): string => {
      const cells = rows.map(({ fault, replies, confirmed, healedAfter }) => [
        fault,
        String(confirmed.length),
        String(confirmed.filter((id) => booked.has(id)).length),
        String(confirmed.filter((id) => notified.has(id)).length),
        String(confirmed.filter((id) => (notified.get(id) ?? 0) > 1).length),
        [...replies]
          .sort()
          .map(([status, n]) => `${status}: ${n}`)
          .join(', '),
        `${healedAfter.toFixed(1)} s`,
      ]);
      const head = ['fault', 'confirmed', 'booked', 'notified', 'of them twice', 'replies', 'confirms again after'];
      return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
    },
  };
}

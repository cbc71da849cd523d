import type { Reply, Request, Surface } from '../stage.ts';
import type { Random } from './random.ts';

/** One request and what came of it, as its client saw it. */
export type Exchange = {
  readonly command: string;
  readonly by: Surface;
  readonly request: Request;
  readonly key: string | null;
  readonly reply: Reply;
  /** How many exchanges had ended when it was sent; left out where the one before had. */
  readonly after?: number;
  /** How many hours of the world's own time went by before it was sent; left out where none did. */
  readonly waited?: number;
};

/** What the clients of a history know: the records that they have seen, and the business date. */
export class Knowledge {
  readonly #known = new Map<string, Map<string, Record<string, unknown>>>();
  /** Receipts that clients have used: some are used again. */
  readonly receipts: string[] = [];
  /** The business time, as the last reply of the clock had it. */
  now = Temporal.Now.instant();

  /** Remembers a record by the collection's path, such as `/api/v1/loans`. */
  learn(collection: string, record: unknown): void {
    if (typeof record !== 'object' || record === null || !('id' in record)) return;
    const known = this.#known.get(collection) ?? new Map<string, Record<string, unknown>>();
    this.#known.set(collection, known);
    known.set(String(record.id), { ...known.get(String(record.id)), ...record });
  }

  all(collection: string): readonly any[] {
    return [...(this.#known.get(collection)?.values() ?? [])];
  }

  /** One of them, the younger ones more often: people work on what is new. Null where there is none. */
  some(collection: string, random: Random, of: (record: any) => boolean = () => true): any {
    const known = this.all(collection).filter(of);
    if (known.length === 0) return null;
    const recent = known.slice(-12);
    return random.oneOf(random.chance(0.7) ? recent : known);
  }

  /** The day in Nairobi, moved by so many days. */
  day(move = 0): string {
    return String(this.now.toZonedDateTimeISO('Africa/Nairobi').toPlainDate().add({ days: move }));
  }

  /** An instant of the wire, so many minutes from now. */
  instant(minutes = 0): string {
    return this.now.add({ minutes }).toString({ smallestUnit: 'millisecond' });
  }

  /** A receipt that is new, or one that was used before, perhaps spelt otherwise. */
  receipt(random: Random): string {
    if (this.receipts.length > 0 && random.chance(0.12)) {
      const old = random.oneOf(this.receipts);
      return random.oneOf([old, old.toLowerCase(), ` ${old}`, `${old.slice(0, 3)} ${old.slice(3)}`]);
    }
    const made = `S${random.between(1e9, 9.9e9).toString(36).toUpperCase()}`;
    this.receipts.push(made);
    return made;
  }
}

/** What one kind of client does, once in a while. */
export type Command = {
  readonly name: string;
  /** How often, beside the others. */
  readonly weight: number;
  /** Who does it, where it is not any integration. */
  readonly by?: Surface;
  /** Null where nothing is there to do it to. */
  readonly make: (known: Knowledge, random: Random) => Request | null;
};

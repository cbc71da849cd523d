import { openLine, type Line, type Statement } from '../process/line.ts';

/** A process whose statements are let through one by one where that is wanted. */
export type Gate = {
  readonly line: Line;
  /**
   * From here on, counts the statements that concern others, and holds the `at`-th of them back; null: none.
   * @returns `held` once it waits there
   */
  readonly arm: (at: number | null) => { readonly held: Promise<void>; readonly release: () => void };
  /** Statements since it was armed that concern others. */
  readonly seen: () => readonly Statement[];
};

/** @param concerns which statements others can notice; may be changed between runs */
export async function openGate(port: number, concerns: (text: string) => boolean): Promise<Gate> {
  const line = await openLine(port);
  let seen: Statement[] = [];
  return {
    line,
    seen: () => seen,
    arm: (at) => {
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let isReleased = at === null;
      seen = [];
      line.watch({
        before: (statement) => {
          if (!concerns(statement.text)) return null;
          seen.push(statement);
          if (isReleased || at === null || seen.length < at) return null;
          held.resolve();
          return released.promise;
        },
      });
      return {
        held: held.promise,
        release: () => {
          isReleased = true;
          released.resolve();
        },
      };
    },
  };
}

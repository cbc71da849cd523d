import { STREAMS, type Segment } from './chain.ts';
import { BrokenArchive, fileOf, headOf, segmentNamed, type Sums } from './folder.ts';

/**
 * A folder goes on only with the segments that follow on its own. That of a database which was restored from an earlier backup, or of
 * another database, has others under the same numbers: they would be taken for written, or stand behind what they don't follow.
 * @throws BrokenArchive
 */
export async function requireSameHistory(folder: string, sealed: readonly Segment[], sums: Sums): Promise<void> {
  for (const stream of STREAMS) {
    const ours = sealed.filter((segment) => segment.stream === stream);
    const numbers = [...sums.keys()].flatMap((name) => {
      const named = segmentNamed(name);
      return named?.stream === stream ? [named.number] : [];
    });
    const last = Math.max(0, ...numbers);
    if (last === 0 || last === ours.at(-1)?.number) continue;
    const same = ours.find(({ number }) => number === last);
    const written = await headOf(folder, fileOf({ stream, number: last }));
    // What is missing or broken is for who verifies: it keeps nothing from being written.
    if (same !== undefined && (written === null || written.hash === same.hash)) continue;
    throw new BrokenArchive(
      `${folder} is the archive of another history, as after a restore of an older backup: this database has ` +
        `${same === undefined ? 'not sealed' : 'sealed something else as'} ${stream} ${last}. Nothing was written. Keep that folder, and begin a new one.`,
    );
  }
}

import type { Lived } from './again.ts';

/** Whether a history still comes to what was found. */
type Fails = (lived: Lived) => Promise<boolean>;

/**
 * The smallest part of a list, by halves and then by smaller parts, with which something still fails (Zeller and Hildebrandt,
 * "Simplifying and Isolating Failure-Inducing Input", 2002). It fails with the whole list.
 */
export async function smallest<One>(
  all: readonly One[],
  fails: (some: readonly One[]) => Promise<boolean>,
): Promise<readonly One[]> {
  let kept = all;
  for (let parts = 2; kept.length > 0;) {
    const size = Math.ceil(kept.length / parts);
    const pieces = Array.from({ length: Math.ceil(kept.length / size) }, (_, at) =>
      kept.slice(at * size, (at + 1) * size),
    );
    const found = await firstOf(
      [...pieces, ...pieces.map((piece) => kept.filter((one) => !piece.includes(one)))],
      fails,
    );
    if (found !== null && found.length < kept.length) {
      kept = found;
      parts = 2;
    } else if (size === 1) return kept;
    else parts = Math.min(kept.length, parts * 2);
  }
  return kept;
}

async function firstOf<Part>(
  candidates: readonly Part[],
  fails: (part: Part) => Promise<boolean>,
): Promise<Part | null> {
  for (const candidate of candidates) if (await fails(candidate)) return candidate;
  return null;
}

/** The least number, up to one that fails, that fails as well; numbers between that do not are passed over by halves. */
export async function least(most: number, fails: (number: number) => Promise<boolean>): Promise<number> {
  if (most === 0 || (await fails(0))) return 0;
  let [well, failing] = [0, most];
  while (failing - well > Math.max(1, most / 64)) {
    const middle = Math.floor((well + failing) / 2);
    if (await fails(middle)) failing = middle;
    else well = middle;
  }
  return failing;
}

/**
 * A shorter history that fails as well: without faults from outside where it does without them, with as few chapters and as few
 * commands as are needed.
 * @param names of all chapters
 */
export async function shrunk(lived: Lived, names: readonly string[], fails: Fails): Promise<Lived> {
  let kept = lived;
  const quiet = { ...kept, betweenFaults: Infinity };
  if (kept.betweenFaults !== Infinity && (await fails(quiet))) kept = quiet;
  const { chapters = false } = kept;
  const named = typeof chapters === 'boolean' ? (chapters ? names : []) : chapters;
  if (named.length > 0 && (await fails({ ...kept, chapters: [] }))) kept = { ...kept, chapters: [] };
  else if (named.length > 0) {
    kept = { ...kept, chapters: await smallest(named, (some) => fails({ ...kept, chapters: some })) };
  }
  return { ...kept, commands: await least(kept.commands, (commands) => fails({ ...kept, commands })) };
}

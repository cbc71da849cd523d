/** How much a common beginning counts, for each of its characters, and how many of them count. */
const PREFIX_WEIGHT = 0.1;
const LONGEST_PREFIX = 4;

/**
 * How alike two words are, from 0 to 1: the measure of Jaro, raised by a common beginning as Winkler does. Sources: M. A.
 * Jaro, "Advances in record-linkage methodology", JASA 84 (1989); W. E. Winkler, "String comparator metrics and enhanced
 * decision rules in the Fellegi-Sunter model of record linkage" (1990), whose examples are tested.
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroOf([...a], [...b]);
  let prefix = 0;
  while (prefix < LONGEST_PREFIX && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const ofA = a.filter((letter, at) => {
    const end = Math.min(b.length - 1, at + reach);
    for (let other = Math.max(0, at - reach); other <= end; other++) {
      if (b[other] !== letter || taken.has(other)) continue;
      taken.add(other);
      return true;
    }
    return false;
  });
  if (ofA.length === 0) return 0;
  const ofB = b.filter((_, at) => taken.has(at));
  const transposed = ofA.filter((letter, at) => letter !== ofB[at]).length / 2;
  const common = ofA.length;
  return (common / a.length + common / b.length + (common - transposed) / common) / 3;
}

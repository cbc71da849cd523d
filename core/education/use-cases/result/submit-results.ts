import type { Outcome } from '../../../kernel/outcome.ts';
import type { Result } from '../../result/result.ts';
import { allOrNone, type ManyResults } from './all-or-none.ts';
import { submitResult } from './move-result.ts';

/** The lecturer hands the marks of a class in. @throws DomainError as allOrNone and submitResult do */
export function submitResults(
  command: ManyResults,
  ports: Parameters<typeof submitResult>[1],
): Promise<Outcome<readonly Result[]>> {
  return allOrNone(command, (each) => submitResult(each, ports));
}

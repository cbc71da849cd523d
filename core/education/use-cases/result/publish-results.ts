import type { Outcome } from '../../../kernel/outcome.ts';
import type { Result } from '../../result/result.ts';
import { allOrNone, type ManyResults } from './all-or-none.ts';
import { publishResult } from './move-result.ts';

/** Releases complete marks of many students, as they were when they were looked at. @throws DomainError as allOrNone and publishResult do */
export function publishResults(
  command: ManyResults,
  ports: Parameters<typeof publishResult>[1],
): Promise<Outcome<readonly Result[]>> {
  return allOrNone(command, (each) => publishResult(each, ports));
}

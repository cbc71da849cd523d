import { isAmount } from '#core/people/policies.ts';
import type { StoredValue } from '#core/approvals/proposal/proposal.ts';
import { snakeCase, timeOf } from './stored-input.ts';

/** One value of a proposed command, as people read it. */
export type ProposalDetail = {
  /** Where it stands in the command, from the outside in; places in lists count from 1. */
  readonly path: readonly string[];
  readonly kind: DetailKind;
  /** Null where nothing stands there. */
  readonly value: string | null;
};

/** How a value is read, in the order of the graph's words. */
export const DETAIL_KINDS = {
  money: 'An amount in minor units.',
  day: 'A day.',
  time: 'A moment.',
  yes_no: '`true` or `false`.',
  number: 'A number.',
  text: 'A text.',
  record: 'The id of another record.',
  none: 'Nothing stands there: what that means, the command says.',
} as const;
type DetailKind = keyof typeof DETAIL_KINDS;

/**
 * A stored command as a list of its values: ids of records as such, so that names are shown in their place. Versions are left
 * out, and what was not given is too, but for a change of what the institution has decided: there it says something.
 */
export function proposalDetails(stored: StoredValue): readonly ProposalDetail[] {
  return leaves(stored, []).filter(({ path, kind }) => !isLeftOut(path) && (kind !== 'none' || saysNothing(path)));
}

function leaves(value: StoredValue, path: readonly string[]): readonly ProposalDetail[] {
  if (value === null) return [{ path, kind: 'none', value: null }];
  if (typeof value === 'boolean') return [{ path, kind: 'yes_no', value: String(value) }];
  if (typeof value === 'number' || typeof value === 'string') return [{ path, ...plain(value, path) }];
  if (Array.isArray(value)) {
    const list: readonly StoredValue[] = value;
    return list.flatMap((each, place) => leaves(each, [...path, String(place + 1)]));
  }
  const members = Object.entries(value);
  const [[name, text] = ['', null]] = members;
  if (members.length === 1 && name === '$cents') return [{ path, kind: 'money', value: String(text) }];
  if (members.length === 1 && name === '$date') return [{ path, kind: 'day', value: String(text) }];
  if (members.length === 1 && name === '$instant') return [{ path, kind: 'time', value: timeOf(String(text)) }];
  return members.flatMap(([member, each]) => leaves(each, [...path, snakeCase(member)]));
}

function plain(value: string | number, path: readonly string[]): Pick<ProposalDetail, 'kind' | 'value'> {
  const name = path.at(-1) ?? '';
  const text = String(value);
  if (typeof value === 'number' && name.endsWith('_id')) return { kind: 'record', value: text };
  // Amounts of policies are stored as they are in the table: whole numbers.
  if (/^\d+$/.test(text) && isPolicyAmount(path)) return { kind: 'money', value: text };
  return { kind: typeof value === 'number' ? 'number' : 'text', value: text };
}

function isPolicyAmount([outer = '', policy = '', ...inner]: readonly string[]): boolean {
  if (outer === 'limit') return true;
  if (outer !== 'changes' && outer !== 'before') return false;
  return (
    policy === 'limit' || isAmount(policy) || (policy === 'app_tariff' && /^(fee|up_to)$/.test(inner.at(-1) ?? ''))
  );
}

const isLeftOut = (path: readonly string[]): boolean => /^(id|version|uuid|app)$/.test(path.at(-1) ?? '');
const saysNothing = ([outer = '']: readonly string[]): boolean => ['changes', 'before', 'limit'].includes(outer);

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { documentKey, phoneKey } from '#core/kernel/text.ts';
import { textOf } from '../../../runtime/thrown.ts';
import type { Row } from '../../transaction.ts';
import { newKey, openedKey, openedText, sealed, sealedAlike } from './box.ts';
import { remembered } from './remembered.ts';
import { openTenantKey, sealTenantKey, type MasterKeys } from './master-keys.ts';

/** What a column is found by: the canonical form of its kind. */
export type KeyForm = 'document' | 'phone' | 'text';
const FORMS: { readonly [Form in KeyForm]: (text: string) => string } = {
  document: documentKey,
  phone: (text) => phoneKey(text) ?? text,
  text: (text) => text,
};

/** Opens what is sealed in a place of one person’s row; seals what is to be written there. */
export type Open = (text: string, place: string) => string;
export type Seal = {
  readonly text: (text: string, place: string) => string;
  readonly hash: Sealing['hashOf'];
  readonly alike: Sealing['sealAlike'];
};

/** How a transaction reads and writes the personal data of its tenant. */
export type Sealing = {
  /** By which a text is unique and found, without saying what it is: an HMAC of its canonical form. */
  readonly hashOf: (form: KeyForm, text: string) => string;
  /** A new key of a person, as it is stored. */
  readonly newKey: (person: string) => string;
  /** @param stored the person’s key; null where it was destroyed, or never was */
  readonly openFor: (stored: string | null, person: string) => Open;
  readonly sealFor: (stored: string, person: string) => Seal;
  /** Of rows that say nothing of a person any more, and of columns that are stored as they are. */
  readonly plain: Seal;
  /** Opens rows that are no person's: what is sealed alike, and what is stored as it is. */
  readonly open: Open;
  /**
   * Numbers and texts that are of no person in particular, such as who paid: stored under a key of the tenant that is never
   * superseded. The same text is the same ciphertext in all tables of the tenant, by which it is found and compared.
   */
  readonly sealAlike: (text: string) => string;
  readonly openAlike: (text: string) => string;
  /** Texts that are of several people, or of no person in particular: sealed with the tenant’s key. */
  readonly sealText: (text: string, place: string) => string;
  readonly openText: (text: string, place: string) => string;
  /** A person was erased: nothing that was remembered of people is used any more. */
  readonly forgetPeople: () => void;
};

/** Where a person’s key stands, as an expression: `person` is the column with the person’s uuid. */
export const personKey = (person: string) => `(select k.sealed from personal_key k where k.uuid = ${person})`;

/** How everything begins that is sealed with a person’s key, and with the tenant’s. */
const SEALED = 's1.';
const SEALED_BY_TENANT = 't1.';
const SEALED_ALIKE = 'a1.';
const isSealed = (text: string) => text.startsWith(SEALED);

const MOST_TEXTS = 32;
type KnownPerson = {
  readonly key: KeyObject;
  /** Whose it is: it opens no other person’s row. */
  readonly place: string;
  readonly opened: Map<string, { readonly place: string; readonly plain: string }>;
};

/** Keys of tenants likewise. */
const TENANT_KEYS_FRESH_MS = 300_000;
const MOST_TENANTS = 1_000;

/** A key of the tenant is newer than what this process remembers: the transaction begins again with what is stored now. */
class TenantKeyUnknown extends Error {
  // That of a serialization failure: what tries such a transaction again tries this one.
  readonly code = '40001';
}
/** The newest key that this process remembers of a tenant is superseded: a trigger of `personal_key` refused it. */
const isTenantKeySuperseded = (error: unknown) => textOf(error, 'constraint') === 'personal_key_is_newest';
export const isTenantKeyUnknown = (error: unknown) => error instanceof TenantKeyUnknown;

/** A key of a tenant as it is stored. */
export type StoredTenantKey = { readonly id: string; readonly purpose: 'wrapping' | 'index'; readonly sealed: string };
/** By number, and not by the text of the id, which is selected under its name. */
export const TENANT_KEYS = 'select k.id::text, k.purpose, k.sealed from sealing_key k order by k.id';
export const placeOfTenantKey = (tenantId: number, purpose: StoredTenantKey['purpose']) => `${tenantId} ${purpose}`;
export const placeOfPersonKey = (tenantId: number, person: string) => `${tenantId} person ${person}`;

/** Runs statements in a transaction of a tenant, before that of the request. */
export type ReadKeys = <T>(
  tenantId: number,
  mode: 'read' | 'write',
  work: (sql: (text: string, params?: readonly unknown[]) => Promise<readonly Row[]>) => Promise<T>,
) => Promise<T>;

type TenantKeys = {
  readonly wrapping: ReadonlyMap<string, KeyObject>;
  readonly current: string;
  readonly index: KeyObject;
};

/**
 * The keys of tenants and people as this process knows them. What is remembered of people is found by the sealed key alone,
 * which stands in the database: where that is destroyed, nothing finds it here, and it goes within two minutes.
 */
export function tenantKeys(master: MasterKeys, elapsed: () => number) {
  const known = new Map<number, { readonly sealing: Sealing; readonly readAt: number }>();
  const people = remembered<KnownPerson>(elapsed);

  return {
    /** The tenant’s keys, which are made with the first transaction that writes. */
    sealing: async (tenantId: number, mode: 'read' | 'write', readKeys: ReadKeys): Promise<Sealing> => {
      const found = known.get(tenantId);
      if (found && elapsed() - found.readAt < TENANT_KEYS_FRESH_MS) return found.sealing;
      const keys = await loaded(tenantId, mode, readKeys, master);
      // Nothing of a person can be there yet.
      if (keys === null) return WITHOUT_KEYS;
      if (known.size >= MOST_TENANTS) known.clear();
      const sealing = sealingOf(tenantId, { keys, people, forgetKeys: () => void known.delete(tenantId) });
      known.set(tenantId, { sealing, readAt: elapsed() });
      return sealing;
    },
    /** What fails because a key was superseded begins again with what is stored. */
    learn: (tenantId: number, error: unknown): void => {
      if (isTenantKeySuperseded(error)) known.delete(tenantId);
    },
  };
}

type Known = {
  readonly keys: TenantKeys;
  readonly people: ReturnType<typeof remembered<KnownPerson>>;
  /** What is known of the tenant’s keys turned out to be old. */
  readonly forgetKeys: () => void;
};

function sealingOf(tenantId: number, { keys: { wrapping, current, index }, people, forgetKeys }: Known): Sealing {
  const hashOf: Sealing['hashOf'] = (form, text) =>
    createHmac('sha256', index)
      .update(`${form}:${FORMS[form](text)}`)
      .digest('base64url');
  const tenantKey = (id: string): KeyObject => {
    const key = wrapping.get(id);
    if (key) return key;
    forgetKeys();
    return unknownKey(`The key ${id} of tenant ${tenantId} is not known.`);
  };
  const knownBy = (stored: string, person: string): KnownPerson => {
    const place = placeOfPersonKey(tenantId, person);
    const found = people.get(stored);
    if (found?.place === place) return found;
    const [, id = '', content = ''] = stored.split('.');
    return people.set(stored, { key: openedKey(content, tenantKey(id), place), place, opened: new Map() });
  };
  // Of the key of hashes, which no rotation replaces.
  const alikeKey = createSecretKey(createHmac('sha256', index).update('sealed alike').digest());
  const placeOfAlike = `${tenantId} alike`;
  const sealAlike = (text: string) => SEALED_ALIKE + sealedAlike(text, alikeKey, placeOfAlike);
  const openAlike = (text: string) =>
    text.startsWith(SEALED_ALIKE) ? openedText(text.slice(SEALED_ALIKE.length), alikeKey, placeOfAlike) : text;
  return {
    hashOf,
    sealAlike,
    openAlike,
    open: openAlike,
    newKey: (person) => sealPersonKey(newKey(), { tenantId, person, id: current, over: keyNamed(wrapping, current) }),
    openFor: (stored, person) => {
      let one: KnownPerson | null = null;
      return (text, place) => {
        // What says nothing of a person any more is not sealed: a row after its erasure.
        if (!isSealed(text)) return openAlike(text);
        if (stored === null) throw new Error(`The key of person ${person} was destroyed: ${place} can’t be read.`);
        one ??= knownBy(stored, person);
        return openedOf(one, text, { place, within: `${tenantId} ${place} ${person}` });
      };
    },
    sealFor: (stored, person) => ({
      text: (text, place) => SEALED + sealed(text, knownBy(stored, person).key, `${tenantId} ${place} ${person}`),
      hash: hashOf,
      alike: sealAlike,
    }),
    plain: { text: (text) => text, hash: hashOf, alike: sealAlike },
    sealText: (text, place) =>
      `${SEALED_BY_TENANT}${current}.${sealed(text, keyNamed(wrapping, current), `${tenantId} ${place}`)}`,
    openText: (text, place) => {
      if (!text.startsWith(SEALED_BY_TENANT)) return text;
      const [, id = '', content = ''] = text.split('.');
      return openedText(content, tenantKey(id), `${tenantId} ${place}`);
    },
    forgetPeople: people.clear,
  };
}

/** @param within what is authenticated with the text */
function openedOf(
  { key, opened }: KnownPerson,
  text: string,
  { place, within }: { readonly place: string; readonly within: string },
): string {
  const found = opened.get(text);
  if (found?.place === place) return found.plain;
  const plain = openedText(text.slice(SEALED.length), key, within);
  if (opened.size >= MOST_TEXTS) opened.clear();
  opened.set(text, { place, plain });
  return plain;
}

export type TenantKeyring = ReturnType<typeof tenantKeys>;

/** A person’s key as it is stored: `k1.<id of the tenant’s key>.<content>`. */
export function sealPersonKey(
  key: KeyObject,
  {
    tenantId,
    person,
    id,
    over,
  }: { readonly tenantId: number; readonly person: string; readonly id: string; readonly over: KeyObject },
): string {
  return `k1.${id}.${sealed(key.export(), over, placeOfPersonKey(tenantId, person))}`;
}

function keyNamed(keys: ReadonlyMap<string, KeyObject>, id: string): KeyObject {
  const key = keys.get(id);
  if (!key) throw new Error(`There is no key ${id}.`);
  return key;
}

async function loaded(
  tenantId: number,
  mode: 'read' | 'write',
  readKeys: ReadKeys,
  master: MasterKeys,
): Promise<TenantKeys | null> {
  const rows = await readKeys(tenantId, mode, async (sql) => {
    const found = await sql(TENANT_KEYS);
    if (found.length > 0 || mode === 'read') return found;
    for (const purpose of ['wrapping', 'index'] as const) {
      const made = sealTenantKey(newKey(), placeOfTenantKey(tenantId, purpose), master);
      await sql(
        'insert into sealing_key (purpose, number, sealed) select $1, 1, $2 from tenant where id = $3 on conflict do nothing',
        [purpose, made, tenantId],
      );
    }
    return sql(TENANT_KEYS);
  });
  // What the statement selects, the driver’s type can’t say.
  const stored = rows as readonly StoredTenantKey[];
  const index = stored.find(({ purpose }) => purpose === 'index');
  if (!index) return null;
  const opened = stored.map(({ id, purpose, sealed: content }) => ({
    id,
    purpose,
    key: openTenantKey(content, placeOfTenantKey(tenantId, purpose), master),
  }));
  const wrapping = new Map(
    opened.flatMap(({ id, purpose, key }) => (purpose === 'wrapping' ? [[id, key] as const] : [])),
  );
  const hashes = opened.find(({ id }) => id === index.id);
  if (!hashes) return null;
  return { wrapping, current: [...wrapping.keys()].at(-1) ?? '', index: hashes.key };
}

/** Of a tenant that has never written: no row has anything sealed, and nothing is found. */
const NO_HASH = () => '';
const openUnsealed = (text: string) =>
  [SEALED, SEALED_BY_TENANT, SEALED_ALIKE].some((form) => text.startsWith(form))
    ? unknownKey('The tenant has keys since a moment ago.')
    : text;
const WITHOUT_KEYS: Sealing = {
  hashOf: NO_HASH,
  sealAlike: NO_HASH,
  openAlike: openUnsealed,
  open: openUnsealed,
  plain: { text: (text) => text, hash: NO_HASH, alike: () => unknownKey('The tenant has no keys.') },
  newKey: () => unknownKey('The tenant has no keys.'),
  openFor: () => openUnsealed,
  sealText: () => unknownKey('The tenant has no keys.'),
  openText: openUnsealed,
  sealFor: () => unknownKey('The tenant has no keys.'),
  forgetPeople: () => undefined,
};

function unknownKey(message: string): never {
  throw new TenantKeyUnknown(message);
}

import type { Caller } from '../auth/caller.ts';
import { prepared } from '../postgres/prepared.ts';
import type { Transact } from './transact.ts';

/** What is personal in the records that show a person, as partners spell it. Names are no part of it: they are searched by. */
export const PERSONAL_FIELDS = {
  member: ['national_id', 'phone', 'bank_account', 'kyc', 'nominees'],
  death_claim: ['beneficiaries'],
  student: [
    'date_of_birth',
    'national_id',
    'birth_certificate_no',
    'passport_no',
    'phone',
    'email',
    'kcse_index_no',
    'guardians',
  ],
} as const satisfies { readonly [record: string]: readonly string[] };

export type PersonalRecord = keyof typeof PERSONAL_FIELDS;

/** Personal data of one record that a request shows. */
export type PersonalReading = {
  readonly record: PersonalRecord;
  readonly uuid: string;
  readonly fields: readonly string[];
};

const INSERT = prepared(
  `insert into personal_reading (reader, person, request_id, record_type, member_id, student_id, fields)
   select $1, (select c.responsible from api_client c where c.client_key = $1), $2, r.record, coalesce(m.id, d.member_id), s.id, r.fields
     from jsonb_to_recordset($3::jsonb) as r(record text, uuid uuid, fields text[])
     left join member m on r.record = 'member' and m.uuid = r.uuid
     left join death_claim d on r.record = 'death_claim' and d.uuid = r.uuid
     left join student s on r.record = 'student' and s.uuid = r.uuid`,
);

/**
 * Writes down who is shown personal data of whom, in one statement for all records of a request. It is written before
 * anything is shown: where it fails, the caller of this function shows nothing.
 */
export function personalReadings(write: Transact['write']) {
  return async (
    { tenantId, clientKey, requestId }: Pick<Caller, 'tenantId' | 'clientKey' | 'requestId'>,
    readings: readonly PersonalReading[],
  ): Promise<void> => {
    if (readings.length === 0) return;
    await write(tenantId, async (tx) => tx.later(INSERT, [clientKey, requestId, JSON.stringify(readings)]));
  };
}

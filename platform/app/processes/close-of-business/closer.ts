/** Who closes a day, as the audit trail and the entries of loans name it. */
export const CLOSER = 'job:close-of-business';

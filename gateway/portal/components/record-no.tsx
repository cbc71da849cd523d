/** No number that we give is longer; what a payer typed in place of one may be. */
const LONGEST = 22;

/** A record's number, or what was typed for one: in one piece, as nothing that is looked up is read across two lines. */
export const RecordNo = ({ of }: { readonly of: string }) => (
  <span className={of.length > LONGEST ? undefined : 'record-no'}>{of}</span>
);

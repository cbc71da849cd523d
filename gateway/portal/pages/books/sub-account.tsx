type Props = { readonly no: string | null };

/** Whose the account is, beside its name: on a telephone below it, as accounts of one name differ in it alone. */
export const SubAccount = ({ no }: Props) => (no === null ? null : <span className="sub-account faint">{no}</span>);

/** What an admission number may look like: 3-30 characters, `D61/1234/2019`, `KAB-S3-0042`. */
export const ADMISSION_NO = /^[A-Za-z0-9][A-Za-z0-9 /._-]{1,28}[A-Za-z0-9]$/;

/** The form under which admission numbers are unique: case and outer spaces don't count. */
export function admissionNoForm(admissionNo: string): string {
  return admissionNo.trim().toUpperCase();
}

/**
 * An admission number made from the institution's pattern. `{programme}` is the programme's code, `{year}`
 * and `{yy}` the year of admission, `{seq}` or `{seq:4}` the running number, padded to that many digits.
 */
export function admissionNoFrom(
  pattern: string,
  facts: { readonly programmeCode: string; readonly year: number; readonly sequence: number },
): string {
  return pattern.replaceAll(/\{(programme|year|yy|seq)(?::(\d{1,2}))?\}/g, (_, field: string, width?: string) => {
    if (field === 'programme') return facts.programmeCode;
    if (field === 'year') return String(facts.year);
    if (field === 'yy') return String(facts.year % 100).padStart(2, '0');
    return String(facts.sequence).padStart(Number(width ?? '1'), '0');
  });
}

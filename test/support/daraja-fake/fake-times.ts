/** Daraja's times, made here on their own so that the fake does not repeat a mistake of the client: Nairobi is UTC+3. */
const local = (at: Temporal.Instant): string => at.add({ hours: 3 }).toString({ smallestUnit: 'second' });

/** `20240706224852` */
export const compact = (at: Temporal.Instant): string => local(at).replaceAll(/\D/g, '').slice(0, 14);

/** `06.07.2024 22:48:52` */
export function dotted(at: Temporal.Instant): string {
  const [date = '', time = ''] = local(at).replace('Z', '').split('T');
  return `${date.split('-').toReversed().join('.')} ${time}`;
}

import { mapKeyed } from '../mapping/mapping.ts';
import { key, ref } from '../mapping/types.ts';

/** How far a series of numbers has come. */
export class NumberSeries {
  series!: string;
  last!: number;
}

export const numberSeriesMapping = mapKeyed(NumberSeries, 'number_series', { series: key(), last: ref() });

import { EntitySchema } from '@mikro-orm/core';

/** How far a series of numbers has come. */
export class NumberSeries {
  series!: string;
  last!: number;
}

export const numberSeriesMapping = new EntitySchema({
  class: NumberSeries,
  tableName: 'number_series',
  properties: {
    series: { type: 'text', primary: true },
    last: { type: 'bigint', runtimeType: 'number' },
  },
});

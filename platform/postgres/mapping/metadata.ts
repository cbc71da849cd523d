import { MikroORM, type EntityMetadata } from '@mikro-orm/postgresql';
import { amlMappings } from '../aml/mapping.ts';
import { approvalMappings } from '../approvals/mapping.ts';
import { educationMappings } from '../education/mapping.ts';
import { lendingMappings } from '../lending/mapping.ts';
import { membershipMappings } from '../membership/mapping.ts';
import { mobileMoneyMappings } from '../mobile-money/mapping.ts';
import { numberSeriesMapping } from '../numbers/mapping.ts';
import { partnersMappings } from '../partners/mapping.ts';
import { paymentBridgeMappings } from '../payment-bridge/mapping.ts';
import { paymentsMappings } from '../payments/mapping.ts';
import { peopleMappings } from '../people/mapping.ts';
import { reconciliationMappings } from '../reconciliation/mapping.ts';
import { savingsMappings } from '../savings/mapping.ts';

const mappings = [
  ...partnersMappings,
  ...membershipMappings,
  ...lendingMappings,
  ...savingsMappings,
  ...mobileMoneyMappings,
  ...amlMappings,
  ...approvalMappings,
  ...paymentsMappings,
  ...paymentBridgeMappings,
  ...peopleMappings,
  ...reconciliationMappings,
  ...educationMappings,
  numberSeriesMapping,
];

/** MikroORM reads the mappings and knows their columns. It opens no connection: records are read and written by ours. */
const orm = new MikroORM({ dbName: 'umoja', entities: [...mappings] });

/** What the mappings say of every class that has a table. */
export const metadata: readonly EntityMetadata[] = [...orm.getMetadata().getAll().values()];

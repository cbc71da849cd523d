import { randomUUIDv7 } from 'node:crypto';
import { InvalidArgumentError, Option } from 'commander';
import {
  POSTING_PERIODS,
  SAVINGS_DAY_COUNTS,
  type PostingPeriod,
  type SavingsDayCount,
} from '#core/savings/interest.ts';
import { AT_MATURITY, type AtMaturity } from '#core/savings/maturity.ts';
import { SAVINGS_KINDS, SavingsProduct, type SavingsKind } from '#core/savings/product/savings-product.ts';
import { inTenant, print, program, Refused, whole } from '../program.ts';

const products = program.command('savings-product').description('savings products and their interest');

const percent = (text: string): string => {
  if (!/^(100|\d{1,2}([.]\d{1,6})?)$/.test(text)) throw new InvalidArgumentError('Give percent, such as 4 or 7.25.');
  return text;
};
const code = (text: string): string => {
  if (!/^[A-Z0-9_-]{1,20}$/.test(text)) throw new InvalidArgumentError('Give 1 to 20 capital letters, digits, _ or -.');
  return text;
};

products
  .command('list')
  .description('the products on offer')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ code: string; name: string; kind: string; annual_rate: string; posting_period: string }>(
          `select code, name, state, kind, annual_rate, term_months, day_count, posting_period,
                  minimum_balance::text, withholding_tax_rate from savings_product order by id limit 1000`,
        ),
      );
      const lines = rows.map(
        (row) =>
          `${row.code.padEnd(20)} ${row.kind.padEnd(13)} ${row.annual_rate} %, by the ${row.posting_period}  ${row.name}`,
      );
      print({ savings_products: rows }, lines.join('\n'));
    }),
  );

type Offer = {
  readonly code: string;
  readonly name: string;
  readonly kind: SavingsKind;
  readonly rate: string;
  readonly termMonths?: number;
  readonly dayCount: SavingsDayCount;
  readonly posting: PostingPeriod;
  readonly minimumBalance: number;
  readonly tax: string;
  readonly atMaturity: AtMaturity;
  readonly rateAfterMaturity: string;
  readonly breakCost: string;
};

products
  .command('offer')
  .description('offer a product; its accounts keep the terms that they are opened with')
  .requiredOption('--code <code>', 'short name, unique in the institution', code)
  .requiredOption('--name <name>', 'its name')
  .addOption(new Option('--kind <kind>', 'its kind').choices([...SAVINGS_KINDS]).default('ordinary'))
  .option('--rate <percent>', 'interest, percent a year', percent, '0')
  .option('--term-months <months>', 'how long a fixed deposit is bound', whole)
  .addOption(new Option('--day-count <name>', 'days of a year').choices([...SAVINGS_DAY_COUNTS]).default('actual_365'))
  .addOption(
    new Option('--posting <period>', 'when interest is credited').choices([...POSTING_PERIODS]).default('month'),
  )
  .option('--minimum-balance <cents>', 'a day that ends with less earns nothing', whole, 0)
  .option('--tax <percent>', 'withholding tax on interest, percent', percent, '0')
  .addOption(
    new Option('--at-maturity <what>', 'what becomes of fixed deposits that mature')
      .choices(AT_MATURITY)
      .default('wait'),
  )
  .option('--rate-after-maturity <percent>', 'interest once a deposit is not bound any more', percent, '0')
  .option('--break-cost <percent>', 'percent of its interest that breaking a deposit costs', percent, '100')
  .action((offer: Offer) =>
    inTenant(async (platform, operator) => {
      if ((offer.kind === 'fixed_deposit') !== (offer.termMonths !== undefined)) {
        throw new Refused('A fixed deposit has a term, and no other kind has one: see --term-months.');
      }
      const made = await platform.internals.transact.run('offerSavingsProduct', operator, async (tx) => {
        const taken = await tx.sql('select from savings_product where code = $1', [offer.code]);
        if (taken.length > 0) throw new Refused(`The code ${offer.code} is taken.`);
        const product = SavingsProduct.offer({
          uuid: randomUUIDv7(),
          code: offer.code,
          name: offer.name,
          kind: offer.kind,
          annualRate: offer.rate,
          termMonths: offer.termMonths ?? null,
          dayCount: offer.dayCount,
          postingPeriod: offer.posting,
          minimumBalance: BigInt(offer.minimumBalance),
          withholdingTaxRate: offer.tax,
          atMaturity: offer.atMaturity,
          rateAfterMaturity: offer.rateAfterMaturity,
          breakCost: offer.breakCost,
        });
        tx.of(SavingsProduct).add(product);
        return { result: product, events: [product.offered()] };
      });
      print(
        { id: made.id, code: made.code },
        `${made.name} (${made.code}) is on offer at ${made.annualRate} % a year.`,
      );
    }),
  );

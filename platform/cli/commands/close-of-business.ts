import { InvalidArgumentError } from 'commander';
import { faultsOf, type Band } from '#core/lending/arrears.ts';
import type { Progress } from '../../app/processes/close-of-business/close.ts';
import { parReport, portfolioOf } from '../../app/processes/close-of-business/portfolio.ts';
import { withoutHurry } from '../../postgres/ledger/balances.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { day, inTenant, print, program, Refused, wantsJson } from '../program.ts';
import { terminal } from '../terminal.ts';
import { changeTenant } from '../tenants.ts';

program
  .command('close-of-business')
  .description(
    'close the days that are over: accrue, charge lateness, classify, provide; resumes where it was interrupted',
  )
  .option('--date <day>', 'the last day to close; yesterday by default; a sandbox may close today', day)
  .option(
    '--first-day <day>',
    'where the closing begins if no day was closed yet; the first disbursement by default',
    day,
  )
  .action((options: { date?: Temporal.PlainDate; firstDay?: Temporal.PlainDate }) =>
    inTenant(async (platform, caller) => {
      const operator = { ...caller, clientKey: CLOSER };
      const { timeZone } = await platform.tenants.get(operator.tenantId);
      const now = await platform.app.now(operator);
      const yesterday = now.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 1 });
      const through = options.date ?? yesterday;
      const began = performance.now();
      let interrupted = false;
      const interrupt = () => {
        interrupted = true;
      };
      process.once('SIGINT', interrupt);
      let loans = 0;
      const closing = platform.app.closeOfBusiness(operator, {
        through,
        ...(options.firstDay ? { firstDay: options.firstDay } : {}),
        goesOn: () => !interrupted,
        onProgress: (progress) => {
          if (progress.finished) loans += progress.loansDone;
          showProgress(progress, began);
        },
      });
      const { days } = await closing.finally(() => process.off('SIGINT', interrupt));
      const seconds = (performance.now() - began) / 1_000;
      const rate = Math.round(loans / seconds);
      const sentence =
        days === 0 && !interrupted
          ? `${through} is closed already.`
          : `${days} ${days === 1 ? 'day' : 'days'} closed through ${interrupted ? 'the last whole one' : through}: ${loans} loans in ${seconds.toFixed(1)} s, ${rate} a second.`;
      print({ through: through.toString(), days, loans, seconds: Number(seconds.toFixed(3)), interrupted }, sentence);
    }),
  );

program
  .command('par')
  .description('portfolio at risk at the last close of business, or at that of a day')
  .option('--on <day>', 'a day that was closed', day)
  .action((options: { on?: Temporal.PlainDate }) =>
    inTenant(async (platform, { tenantId }) => {
      const { arrearsBands } = await platform.tenants.get(tenantId);
      const { on, report } = await platform.database.report(tenantId, async ({ sql }) => {
        await withoutHurry(sql);
        const [run] = await sql<{ on: string; portfolio: ReturnType<typeof parReport> }>(
          `select business_date::text as "on", portfolio from close_of_business
            where state = 'done' and ($1::date is null or business_date = $1::date) order by business_date desc limit 1`,
          [options.on?.toString() ?? null],
        );
        if (!run) throw new Refused(options.on ? `${options.on} was not closed.` : 'No day was closed yet.');
        return { on: run.on, report: options.on ? run.portfolio : parReport(await portfolioOf(sql, arrearsBands)) };
      });
      const lines = [
        `Portfolio at the close of ${on}: ${report.gross}`,
        ...report.par.map(
          ({ days, principal, percent }) =>
            `PAR ${String(days).padEnd(3)} ${percent.padStart(7)} %  ${String(principal).padStart(18)}`,
        ),
        ...report.bands.map(
          ({ name, loans, principal, provision }) =>
            `${name.padEnd(14)} ${String(loans).padStart(8)} loans ${String(principal).padStart(18)}, provision ${provision}`,
        ),
      ];
      print({ on, ...report }, lines.join('\n'));
    }),
  );

program
  .command('arrears-bands')
  .description('the institution’s arrears bands, and the provision for each')
  .option('--set <bands>', 'name:from_days:percent, comma separated: normal:0:1,watch:1:5,...', bandsFrom)
  .action((options: { set?: readonly Band[] }) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      if (options.set) {
        await changeTenant(platform, operator, { arrears_bands: options.set });
      }
      const { arrearsBands } = await platform.tenants.get(tenantId);
      print(
        { bands: arrearsBands },
        arrearsBands
          .map(
            ({ name, fromDays, provisionRate }) =>
              `${name.padEnd(14)} from day ${fromDays}, provision ${provisionRate} %`,
          )
          .join('\n'),
      );
    }),
  );

/** One line that is overwritten on a terminal; nothing where a script reads. */
function showProgress({ date, loansDone, loansTotal, savingsDone, finished }: Progress, began: number): void {
  if (wantsJson() || !terminal().err.isTTY) return;
  const seconds = (performance.now() - began) / 1_000;
  const share = loansTotal === 0 ? 100 : Math.min(100, Math.floor((loansDone * 100) / loansTotal));
  const saved = savingsDone > 0 ? `, ${savingsDone} savings accounts` : '';
  const line = `${date}  ${String(share).padStart(3)} %  ${loansDone} of ${loansTotal} loans${saved}  ${seconds.toFixed(1)} s`;
  terminal().err.write(`\r${line.padEnd(78)}${finished ? '\n' : ''}`);
}

function bandsFrom(text: string): readonly Band[] {
  const bands = text.split(',').map((part): Band => {
    const [name = '', fromDays = '', provisionRate = ''] = part.trim().split(':');
    return { name, fromDays: /^\d{1,5}$/.test(fromDays) ? Number(fromDays) : NaN, provisionRate };
  });
  const faults = faultsOf(bands);
  if (faults.length > 0) throw new InvalidArgumentError(faults.join(' '));
  return bands;
}

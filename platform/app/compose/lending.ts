import { bookPartReturned, bookReturn } from '#core/lending/use-cases/disbursing/returns.ts';
import {
  reportHeldPayment,
  reportNamingCredit,
  reportNotification,
} from '#core/lending/use-cases/disbursing/incidents.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { previewSchedule } from '#core/lending/use-cases/preview-schedule.ts';
import type { RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { quotesOfLoans, quoteSettlement } from '#core/lending/use-cases/servicing/quote-settlement.ts';
import { splitFloat } from '#core/lending/use-cases/agents/float.ts';
import { beginFloatTopUp, recordFloatTopUpStatus } from '#core/lending/use-cases/agents/record-top-up.ts';
import { recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { ProviderAccountsOf } from '../../rails/rail.ts';
import { disbursements } from '../processes/disbursement/disburse.ts';
import { floatTopUps } from '../processes/payout/float-top-ups.ts';
import { floatCheck } from '../processes/disbursement/float-check.ts';
import type { payoutProcess } from '../processes/payout/payout-process.ts';
import type { SchoolFees } from '../processes/school-fee/school-fees.ts';
import type { Screen, ScreenAll } from '../processes/screening.ts';
import type { CommandContext, CommandRequest, Handled, Transact } from '../transact.ts';
import type { Handling, Running } from './bindings.ts';
import { bindDisbursing } from './disbursing.ts';
import { bindLoanApplications } from './loan-applications.ts';
import { bindLoanService, type LoanServicePorts } from './loan-service.ts';

type Parts = {
  readonly transact: Transact;
  readonly ports: LoanServicePorts;
  readonly payOut: ReturnType<typeof payoutProcess>;
  readonly screen: Screen;
  readonly screenAll: ScreenAll;
  readonly schoolFees: SchoolFees;
  readonly providerAccountsOf: ProviderAccountsOf;
};

/** The use cases of lending, bound. Compliance checks a disbursement before it is requested. */
export function bindLending(
  handling: Handling<LendingPorts>,
  running: Running<LendingPorts>,
  { transact, ports, payOut, screen, screenAll, schoolFees, providerAccountsOf }: Parts,
) {
  const disbursement = payOut(disbursements(ports.lending, schoolFees.beforeMoneyLeaves));
  const floatTopUp = payOut(floatTopUps(ports.lending));

  /** A use case that only reads. */
  const reading =
    <Command, Result>(useCase: (command: Command, ports: LendingPorts) => Promise<Result>) =>
    (caller: Caller, command: Command): Promise<Result> =>
      transact.look(caller, (tx, context) => useCase(command, ports.lending(tx, context)));

  return {
    previewSchedule: reading(previewSchedule),
    quoteSettlement: reading(quoteSettlement),
    /** The same of many loans, in one transaction; the quotes are calculated when it is over. */
    quotesOfLoans: reading(quotesOfLoans),
    ...bindLoanApplications(handling, transact, ports.lending, schoolFees),
    disburse: async (request: CommandRequest<Disbursement>, command: RequestDisbursement): Promise<Handled> => {
      const { loanId, amount, channel } = command;
      const borrowerOf = async (tx: TenantTransaction, context: CommandContext) =>
        disbursableOwner(await ports.lending(tx, context).loans.get(loanId));
      await screen(request, { amount, channel, direction: 'out' }, borrowerOf);
      return disbursement.request(request, command);
    },
    receiveDisbursement: disbursement.receive,
    receiveFloatTopUp: floatTopUp.receive,
    /** Checks what is paid from the institution's own money: a disbursement, or a top-up of the float. */
    checkDisbursement: async (caller: Caller, originatorId: string): Promise<void> => {
      const isDisbursement = await disbursement.check(caller, originatorId);
      if (!isDisbursement) await floatTopUp.check(caller, originatorId);
    },
    /** What the statement of a bank says of disbursements: paid or not, and what came back. */
    bankStatement: {
      record: disbursement.record,
      ...running({ bookReturn, bookPartReturned, reportNamingCredit, reportHeldPayment }),
    },
    ...bindDisbursing(handling),
    ...bindLoanService(handling, { transact, ports, screenAll }),
    ...floatCheck(transact, providerAccountsOf),
    ...running({ recordPayoutStatus, reportNotification, beginFloatTopUp, recordFloatTopUpStatus }),
    operators: running({ splitFloat }),
  };
}

/** Whose money a disbursement would move; a loan that takes none is refused, and its member is not checked. */
function disbursableOwner(loan: Loan | null): number | null {
  return loan?.state === 'ready_to_disburse' || loan?.state === 'active' ? loan.memberId : null;
}

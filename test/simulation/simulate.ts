import { beginningOf } from './beginning.ts';
import { codesOf } from './coverage/codes.ts';
import { movesOf, taken } from './coverage/transitions.ts';
import { judgeAcknowledged, moneyRecords } from './judge/acknowledged.ts';
import { judgeCredentials } from './judge/credentials.ts';
import { judgeExchanges } from './judge/clients.ts';
import { judgeDeliveries } from './judge/deliveries.ts';
import { judgeGraph } from './judge/graph-readings.ts';
import { judgeReadings } from './judge/readings.ts';
import { drive, type History, type HistoryOptions } from './driver/drive.ts';
import type { Exchange } from './driver/history.ts';
import { send } from './send.ts';
import { openStage, reading, type Stage, type StageOptions } from './stage.ts';

/** What a history has reached of what there is. */
type Reached = {
  readonly events: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  /** Rows of lifecycles, as `loan.approve from draft`. */
  readonly transitions: ReadonlySet<string>;
};

export type Simulated = {
  readonly history: History;
  /** One sentence each; none where all is well. */
  readonly findings: readonly string[];
  readonly reached: Reached;
  readonly seconds: number;
};

/**
 * Lives through one history on a stage of its own, to its end or to the first finding of the judge. It begins on a day of its seed,
 * unless another one is named.
 */
export async function simulate(options: HistoryOptions & StageOptions): Promise<Simulated> {
  const began = performance.now();
  const stage = await openStage({ from: String(beginningOf(options.seed)), ...options });
  let findings: readonly string[] = [];
  try {
    const history = await drive(stage, {
      ...options,
      goesOn: async () => {
        await stage.settle();
        return (await stage.judged()).findings.length === 0 && stage.faults().length === 0;
      },
    });
    findings = await findingsOf(stage, history.exchanges);
    return {
      history,
      findings,
      reached: await reachedBy(stage, history),
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    // The books are verified once more as it closes: where the judge has said what is wrong with them, that is enough.
    await stage.close().catch((error: Error) => {
      if (findings.length > 0) return;
      const isOfBooks = error.message.includes('umoja ledger verify');
      throw isOfBooks ? new Error(`ledger verify: ${error.message}`, { cause: error }) : error;
    });
  }
}

/** What the judge has to say of the tables, of what clients saw, of what webhooks brought, and of the log. */
async function findingsOf(stage: Stage, exchanges: readonly Exchange[]): Promise<string[]> {
  const { body } = await send(stage, 'officer', { method: 'GET', path: '/problems' }, null);
  const codes = new Set<string>(body.data.map(({ code }: { code: string }) => code));
  const { findings } = await stage.judged();
  const records = await reading(stage.testApp.settings.adminUrl, moneyRecords);
  return [
    ...findings.map(({ rule, sentence }) => `${rule}: ${sentence}`),
    ...judgeExchanges(exchanges, codes).map((sentence) => `clients: ${sentence}`),
    ...judgeAcknowledged(exchanges, records).map((sentence) => `acknowledged: ${sentence}`),
    ...judgeReadings(exchanges).map((sentence) => `readings: ${sentence}`),
    ...judgeGraph(exchanges).map((sentence) => `graph: ${sentence}`),
    ...judgeCredentials(exchanges).map((sentence) => `credentials: ${sentence}`),
    ...judgeDeliveries(stage.delivered, stage.signing).map((sentence) => `webhooks: ${sentence}`),
    ...stage.faults().map((line) => `log: ${JSON.stringify(line)}`),
  ];
}

async function reachedBy(stage: Stage, { exchanges }: History): Promise<Reached> {
  const events = await stage.testApp.sql<{ type: string }>('select distinct type from event');
  const codes = exchanges.flatMap(codesOf);
  const transitions = taken(await movesOf(stage.testApp.settings));
  return { events: new Set(events.map(({ type }) => type)), codes: new Set(codes), transitions };
}

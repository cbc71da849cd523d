import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { CommandContext, CommandRequest, Handled, Transact } from '../transact.ts';

export type PortsOf<Ports> = (tx: TenantTransaction, context: CommandContext) => Ports;

type UseCase<Ports> = (command: never, ports: Ports) => Promise<Outcome<unknown>>;
/** Use cases by the names that audit rows have for them. */
type UseCases<Ports> = { readonly [name: string]: UseCase<Ports> };
type CommandOf<Case> = Case extends (command: infer Command, ports: never) => unknown ? Command : never;
type ResultOf<Case> = Case extends (command: never, ports: never) => Promise<Outcome<infer Result>> ? Result : never;

/** Binds use cases that a client waits for: the response is made and stored in the same transaction. */
export type Handling<Ports> = <Cases extends UseCases<Ports>>(
  useCases: Cases,
) => {
  readonly [Name in keyof Cases]: (
    request: CommandRequest<ResultOf<Cases[Name]>>,
    command: CommandOf<Cases[Name]>,
  ) => Promise<Handled>;
};

/** Binds use cases of workers and operators: each returns its result. */
export type Running<Ports> = <Cases extends UseCases<Ports>>(
  useCases: Cases,
) => {
  readonly [Name in keyof Cases]: (caller: Caller, command: CommandOf<Cases[Name]>) => Promise<ResultOf<Cases[Name]>>;
};

type Rows = { readonly [action: string]: { readonly name: string; readonly run?: unknown } };
type RunOf<Row> = Row extends { readonly run: infer Run } ? Run : never;
type NamedIn<Table extends Rows> = {
  readonly [
    Action in keyof Table as Table[Action] extends { readonly run: unknown } ? Table[Action]['name'] : never
  ]: RunOf<Table[Action]>;
};

/** The use cases that the rows of such a table carry, by their names: `handling(runIn(loanServiceSteps))`. */
export function runIn<const Table extends Rows>(steps: Table): NamedIn<Table> {
  const rows = Object.values(steps).filter(({ run }) => run !== undefined);
  // By construction: a row has its use case, and its name, in the types above.
  return Object.fromEntries(rows.map(({ name, run }) => [name, run])) as NamedIn<Table>;
}

/** How the use cases of one context are bound: `handling({ approveLoan, rejectLoan })`. */
export function bindings<Ports>(
  transact: Transact,
  portsOf: PortsOf<Ports>,
): { readonly handling: Handling<Ports>; readonly running: Running<Ports> } {
  return {
    handling: (useCases) =>
      named(
        useCases,
        (name, useCase) => (request: CommandRequest<unknown>, command: never) =>
          transact.handle(name, request, (tx, context) => useCase(command, portsOf(tx, context))),
      ),
    running: (useCases) =>
      named(
        useCases,
        (name, useCase) => (caller: Caller, command: never) =>
          transact.run(name, caller, (tx, context) => useCase(command, portsOf(tx, context))),
      ),
  };
}

/** The same names, bound. The types of commands and results are those of the use cases, which no object type can say. */
function named<Ports>(useCases: UseCases<Ports>, bind: (name: string, useCase: UseCase<Ports>) => unknown) {
  // Who binds knows the types of its use cases.
  return Object.fromEntries(Object.entries(useCases).map(([name, useCase]) => [name, bind(name, useCase)])) as never;
}

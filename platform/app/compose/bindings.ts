import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Handled, CommandRequest } from '../transact.ts';

type UseCase<Command, Ports, Result> = (command: Command, ports: Ports) => Promise<Outcome<Result>>;

/** Binds a use case that somebody waits for: its answer is made and kept in the same transaction. */
export type Handling<Ports> = <Command, Result>(
  useCase: UseCase<Command, Ports, Result>,
) => (request: CommandRequest<Result>, command: Command) => Promise<Handled>;

/** Binds a use case of a worker or an operator: it returns its result. */
export type Running<Ports> = <Command, Result>(
  useCase: UseCase<Command, Ports, Result>,
) => (caller: Caller, command: Command) => Promise<Result>;

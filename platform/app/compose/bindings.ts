import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Answered, CommandRequest } from '../transact.ts';

type UseCase<Command, Ports, Result> = (command: Command, ports: Ports) => Promise<Outcome<Result>>;

/** Binds a use case that somebody waits for: its answer is made and kept in the same transaction. */
export type Answering<Ports> = <Command, Result>(
  useCase: UseCase<Command, Ports, Result>,
) => (asked: CommandRequest<Result>, command: Command) => Promise<Answered>;

/** Binds a use case of a worker or an operator: it returns its result. */
export type Running<Ports> = <Command, Result>(
  useCase: UseCase<Command, Ports, Result>,
) => (caller: Caller, command: Command) => Promise<Result>;

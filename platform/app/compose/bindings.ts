import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Answered, Asked } from '../transact.ts';

type UseCase<Command, World, Result> = (command: Command, world: World) => Promise<Outcome<Result>>;

/** Binds a use case that somebody waits for: its answer is made and kept in the same transaction. */
export type Answering<World> = <Command, Result>(
  useCase: UseCase<Command, World, Result>,
) => (asked: Asked<Result>, command: Command) => Promise<Answered>;

/** Binds a use case of a worker or an operator: it returns its result. */
export type Running<World> = <Command, Result>(
  useCase: UseCase<Command, World, Result>,
) => (caller: Caller, command: Command) => Promise<Result>;

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { cancelSolverTask, readSolverTask, TASK_PHASES } from '#contract/round/match'
import type { Actor } from '#domain/people/actor'
import { mayReadRoundFigure } from '#domain/disclosure/disclosure'
import { poundsOf } from '@credit-market/values/money'
import { conflictError, notFoundError } from '../runner/refusals.ts'
import { requestTaskCancellation } from '../tasks/queue.ts'
import { type AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

const inPounds = (pence: number | null): number | null => (pence === null ? null : poundsOf(pence))

/** Long-running tasks and their cancelling, for the operator. */
export const taskRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  const taskFor = async (id: string, actor: Actor) => {
    const task = await db
      .selectFrom('task')
      .innerJoin('round', 'round.id', 'task.roundId')
      .selectAll('task')
      .select(['round.status', 'round.id as itsRound'])
      .select(sql<boolean>`task.kind = 'match' and awaits_witness(round_id)`.as('awaitsWitness'))
      .where('task.id', '=', id)
      .executeTakeFirst()
    if (!task || !mayReadRoundFigure('progress', actor, task.status)) throw notFoundError()
    return task
  }

  mountEndpoint(app, readSolverTask, async ({ params, actor }) => {
    const task = await taskFor(params.id, actor)
    return {
      id: task.id,
      roundId: task.itsRound,
      state: task.state,
      phase: TASK_PHASES.find(phase => phase === task.phase) ?? null,
      progress: task.progress ?? 0,
      surplus: inPounds(task.surplus),
      bound: inPounds(task.bound),
      gap: task.gap,
      winners: task.winners,
      startedAt: task.startedAt,
      finishedAt: task.finishedAt,
      message: task.message,
      awaitsWitness: task.awaitsWitness,
    }
  })

  mountEndpoint(app, cancelSolverTask, async ({ params, actor }) => {
    const task = await taskFor(params.id, actor)
    if (!(await requestTaskCancellation(db, task.id, `Cancelled by ${actor.name}`)))
      throw conflictError('This task has already ended')
  })
}

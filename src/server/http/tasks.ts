import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOperator, type Actor } from '#domain/actor'
import { poundsOf } from '#domain/money'
import type { SolverTask, TaskPhase } from '#domain/wire/match'
import { conflict, notFound } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import { requestCancel } from '../tasks/queue.ts'

const inPounds = (pence: number | null): number | null => (pence === null ? null : poundsOf(pence))

/** Long work as it stands, and its cancelling; for the operator. */
export const taskRoutes = (
  app: FastifyInstance,
  runtime: Runtime,
  actorOf: (request: FastifyRequest) => Promise<Actor>,
): void => {
  const { db } = runtime.store
  const taskFor = async (request: FastifyRequest) => {
    const actor = await actorOf(request)
    const { id } = request.params as { id: string }
    const task = isOperator(actor)
      ? await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined
    if (!task) throw notFound()
    return { task, actor }
  }

  app.get('/api/solver/task/:id', async (request): Promise<SolverTask> => {
    const { task } = await taskFor(request)
    return {
      id: task.id,
      roundId: task.roundId,
      state: task.state,
      phase: task.phase as TaskPhase | null,
      progress: task.progress ?? 0,
      surplus: inPounds(task.surplus),
      bound: inPounds(task.bound),
      gap: task.gap,
      winners: task.winners,
      startedAt: task.startedAt,
      finishedAt: task.finishedAt,
      message: task.message,
    }
  })

  app.delete('/api/solver/task/:id', async (request, reply) => {
    const { task, actor } = await taskFor(request)
    if (!(await requestCancel(db, task.id, `Cancelled by ${actor.name}`)))
      throw conflict('This task has ended already')
    return reply.code(204).send()
  })
}

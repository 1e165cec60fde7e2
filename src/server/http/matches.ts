import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#domain/actor'
import type { Round } from '#domain/round'
import { badRequest, notFound } from '../refused.ts'
import { matchAudit, matchReview } from '../views/match-review.ts'
import { matchView, mayKnowMatch, type Solved, solvedRuns, unmatched } from '../views/match.ts'
import { readsAll } from '../views/visible.ts'
import { senderOf, type Serving, visibleSubject } from './serving.ts'

type ById = { Params: { id: string }; Querystring: Record<string, string | undefined> }

/** The results of a round: before it is settled for the operator, afterwards for each what is theirs. */
export const matchRoutes = (app: FastifyInstance, { runtime }: Serving): void => {
  const { db } = runtime.store
  const asked = async (
    request: FastifyRequest<ById>,
    mayKnow: (round: Round, reader: Actor) => boolean = mayKnowMatch,
  ): Promise<{ reader: Actor; round: Round; run: Solved }> => {
    const reader = senderOf(request)
    const round = await visibleSubject(runtime, 'round', request.params.id, reader)
    const [run] = mayKnow(round, reader) ? await solvedRuns(db, round.id, 1) : []
    if (!run) throw notFound()
    return { reader, round, run }
  }
  const forOperator = (_round: Round, reader: Actor): boolean => readsAll(reader)

  app.get<ById>('/api/round/:id/match', async request => {
    const { format } = request.query
    if (format === 'audit') return matchAudit((await asked(request, forOperator)).run)
    if (format !== undefined) throw badRequest('Unknown query value: format')
    const { round, run, reader } = await asked(request)
    return matchView(db, round, run, reader)
  })
  app.get<ById>('/api/round/:id/match-review', async request => {
    const { round, run, reader } = await asked(request, forOperator)
    return matchReview(db, round, run, reader)
  })
  for (const of of ['projects', 'requirements'] as const)
    app.get<ById>(`/api/round/:id/unmatched-${of}`, async request => {
      const { round, run, reader } = await asked(request)
      return unmatched(db, round, run, reader, of)
    })
}

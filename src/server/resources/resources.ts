import type { FastifyInstance } from 'fastify'
import { resourceEndpoint } from '#contract/desk/lists'
import { NOUNS, reservedCredit, SINGLE_NOUNS } from '#contract/nouns/nouns'
import { mayReadProfile } from '#contract/nouns/read-access'
import { readRoundSummary, roundReferences as references } from '#contract/round/round'
import { notFoundError } from '../runner/refusals.ts'
import { reservedCreditView } from '../views/credit.ts'
import { viewOfRow } from '../views/index.ts'
import { ROUND_REFERENCES, readRoundReferences, roundRows } from '../views/round.ts'
import {
  type AppContext,
  createViewContext,
  isPossibleId,
  requireVisibleSubject,
} from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Single resources by id, as their reader may see them. */
export const resourceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  for (const noun of SINGLE_NOUNS.filter(one => one !== reservedCredit && one !== NOUNS.organisation))
    mountEndpoint(app, resourceEndpoint(noun), async ({ params, query, actor }) => {
      const subject = await requireVisibleSubject(runtime, noun.kind, params.id, actor)
      return runtime.store.look(look =>
        viewOfRow(noun.kind, subject, actor, { ...createViewContext(runtime, query.on), ...look }),
      )
    })
  mountEndpoint(app, resourceEndpoint(NOUNS.organisation), async ({ params: { id }, actor }) => {
    const organisation = isPossibleId(id) ? await runtime.store.read.one('organisation', id) : undefined
    if (!organisation || !mayReadProfile(organisation, actor)) throw notFoundError()
    return runtime.store.look(look =>
      viewOfRow('organisation', organisation, actor, { ...createViewContext(runtime), ...look }),
    )
  })
  mountEndpoint(app, resourceEndpoint(reservedCredit), async ({ params, query, actor }) => {
    const credit = await requireVisibleSubject(runtime, 'credit', params.id, actor)
    if (!credit.isReserved) throw notFoundError()
    return reservedCreditView(credit, actor, createViewContext(runtime, query.on))
  })
  mountEndpoint(app, readRoundSummary, async ({ params, actor }) => {
    const round = await requireVisibleSubject(runtime, 'round', params.id, actor)
    const [row] = await roundRows(db, [round], actor)
    if (!row) throw notFoundError()
    return row
  })
  for (const list of ROUND_REFERENCES)
    mountEndpoint(app, references[list], async ({ params, actor }) => {
      const round = await requireVisibleSubject(runtime, 'round', params.id, actor)
      return (await readRoundReferences(db, round, [list]))(list)
    })
}

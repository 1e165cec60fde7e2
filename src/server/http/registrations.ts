import type { FastifyInstance } from 'fastify'
import { type Prepared, readRegistration, readTemplate, WORD_DOCUMENT } from '#contract/registration'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { Actor } from '#domain/actor'
import { showDay } from '#domain/dates'
import { isTemplate } from '#domain/document-template'
import { needOf, type Requirement, unitsNeeded } from '#domain/requirement'
import { showUnits } from '#domain/units'
import { wordDocument } from '../files/word-document.ts'
import { notFound } from '../runner/refusals.ts'
import { namesOf, roundsOf } from '../views/names.ts'
import { projectRegistration, requirementRegistration } from '../views/registration.ts'
import { type Known, templateOf } from '../views/templates.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

/** That things have been registered, and the documents that are filled in on the way there and after. */
export const registrationRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  serve(app, readRegistration.project, async ({ params: { id }, actor }) => {
    const project = await visibleSubject(runtime, 'project', id, actor)
    const found = await projectRegistration(project, actor, contextOf(runtime))
    if (!found) throw notFound()
    return found
  })
  serve(app, readRegistration.requirement, async ({ params: { id }, actor }) => {
    const requirement = await visibleSubject(runtime, 'requirement', id, actor)
    const found = await requirementRegistration(requirement, actor, contextOf(runtime))
    if (!found) throw notFound()
    return found
  })
  serve(app, readTemplate, async ({ params: { id }, query, actor, reply }) => {
    if (!isTemplate(id)) throw notFound()
    const { subjectType: kind, subjectId } = query
    const { title, blocks } = templateOf(id, kind && subjectId ? await knownOf(kind, subjectId, actor) : {})
    return reply
      .header('content-disposition', `attachment; filename="${id}.docx"`)
      .type(WORD_DOCUMENT)
      .send(wordDocument(title, blocks))
  })

  const knownOf = async (kind: Prepared, id: string, actor: Actor): Promise<Known> => {
    const thing = await visibleSubject(runtime, kind, id, actor)
    const ownerId = 'supplierId' in thing ? thing.supplierId : thing.buyerId
    const [owners, rounds, authorities] = await Promise.all([
      namesOf(db, 'organisation', [ownerId]),
      roundsOf(db, [thing.roundId]),
      namesOf(db, 'lpa', [thing.lpaId]),
    ])
    const { market, name: round } = rounds(thing.roundId)
    return {
      name: thing.name,
      owner: owners(ownerId)?.name,
      // Rounds of different markets often bear the same name.
      round: `${market}, ${round}`,
      authority: authorities(thing.lpaId)?.name,
      place: thing.nearAddress ?? undefined,
      gridReference: thing.gridReference ?? undefined,
      ...('buyerId' in thing && ofNeed(thing)),
    }
  }

  const ofNeed = (thing: Requirement): Known => {
    const need = needOf(thing)
    return {
      planningRef: thing.planningRef ?? undefined,
      redemptionDate: thing.redemptionDate ? showDay(thing.redemptionDate) : undefined,
      credits: need
        ? `${showUnits(unitsNeeded(need))} ${CREDIT_TYPE_LABELS[need.creditType].toLowerCase()}`
        : undefined,
    }
  }
}

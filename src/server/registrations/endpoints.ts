import type { FastifyInstance } from 'fastify'
import {
  type PreparedKind,
  readRegistration,
  readTemplate,
  WORD_DOCUMENT_TYPE,
} from '#contract/nouns/registration'
import { CREDIT_TYPE_WORDS } from '#domain/values/credit-type'
import type { Actor } from '#domain/people/actor'
import { showDay } from '@credit-market/values/dates'
import { isDocumentTemplateName } from '#domain/text/document-template'
import { needOf, type Requirement, totalUnitsNeeded } from '#domain/project/requirement'
import { showUnits } from '@credit-market/values/units'
import { writeWordDocument } from '../files/word-document.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { readProjectRegistration, readRequirementRegistration } from './registration.ts'
import { type TemplateFacts, renderDocumentTemplate } from './templates.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Confirmations of registration, and templates of the documents that are needed before and after. */
export const registrationRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  mountEndpoint(app, readRegistration.project, async ({ params: { id }, actor }) => {
    const project = await requireVisibleSubject(runtime, 'project', id, actor)
    const found = await readProjectRegistration(project, actor, createViewContext(runtime))
    if (!found) throw notFoundError()
    return found
  })
  mountEndpoint(app, readRegistration.requirement, async ({ params: { id }, actor }) => {
    const requirement = await requireVisibleSubject(runtime, 'requirement', id, actor)
    const found = await readRequirementRegistration(requirement, actor, createViewContext(runtime))
    if (!found) throw notFoundError()
    return found
  })
  mountEndpoint(app, readTemplate, async ({ params: { id }, query, actor, reply }) => {
    if (!isDocumentTemplateName(id)) throw notFoundError()
    const { subjectType: kind, subjectId } = query
    const { title, blocks } = renderDocumentTemplate(
      id,
      kind && subjectId ? await knownOf(kind, subjectId, actor) : {},
    )
    return reply
      .header('content-disposition', `attachment; filename="${id}.docx"`)
      .type(WORD_DOCUMENT_TYPE)
      .send(writeWordDocument(title, blocks))
  })

  const knownOf = async (kind: PreparedKind, id: string, actor: Actor): Promise<TemplateFacts> => {
    const thing = await requireVisibleSubject(runtime, kind, id, actor)
    const ownerId = 'supplierId' in thing ? thing.supplierId : thing.buyerId
    const [owners, rounds, authorities] = await Promise.all([
      readNamesOfKind(db, 'organisation', [ownerId]),
      readRoundsWithMarkets(db, [thing.roundId]),
      readNamesOfKind(db, 'lpa', [thing.lpaId]),
    ])
    const { market, name: round } = rounds(thing.roundId)
    return {
      name: thing.name,
      owner: owners(ownerId)?.name,
      // Rounds of different markets often have the same name.
      round: `${market}, ${round}`,
      authority: authorities(thing.lpaId)?.name,
      place: thing.nearAddress ?? undefined,
      gridReference: thing.gridReference ?? undefined,
      ...('buyerId' in thing && ofNeed(thing)),
    }
  }

  const ofNeed = (thing: Requirement): TemplateFacts => {
    const need = needOf(thing)
    return {
      planningRef: thing.planningRef ?? undefined,
      redemptionDate: thing.redemptionDate ? showDay(thing.redemptionDate) : undefined,
      credits: need
        ? `${showUnits(totalUnitsNeeded(need))} ${CREDIT_TYPE_WORDS[need.creditType]}`
        : undefined,
    }
  }
}

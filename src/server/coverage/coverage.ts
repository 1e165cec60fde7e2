import { sql, type SqlBool } from 'kysely'
import type { Coverage } from '#contract/credit/coverage'
import { pageAddress } from '#contract/nouns/nouns'
import type { Actor } from '#domain/people/actor'
import { creditsInFirstPeriod } from '#domain/credit/credit'
import { certificateSeriesOf } from '#domain/credit/certificate'
import {
  coverageText,
  coverageVerdict,
  type CoveringProject,
  decisionNoticeText,
  normalisePlanningRef,
} from '#domain/case/coverage'
import type { Requirement } from '#domain/project/requirement'
import { groupBy } from '#domain/values/grouped'
import { unitsToNumber } from '@credit-market/values/units'
import { readUnsoundUnits } from '../views/assurance.ts'
import { listCertificates } from '../views/certificates.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesByKind } from '../views/kit/names.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

/** Requirements of one application; more are not shown. */
const MOST = 20

interface Names {
  market: string
  publicUrl: string
}

const coverageOf = async (
  requirement: Requirement,
  reader: Actor,
  { db }: ViewContext,
  { market, publicUrl }: Names,
): Promise<Coverage> => {
  const credits = await db
    .selectFrom('credit')
    .selectAll()
    .where('requirementId', '=', requirement.id)
    .orderBy('ordinal')
    .execute()
  const first = creditsInFirstPeriod(credits)
  const [unsound, certificates, { project, organisation, round }, where] = await Promise.all([
    readUnsoundUnits(db, credits),
    listCertificates(db, 'requirement', requirement.id),
    readNamesByKind(db, {
      project: ['project', first.map(({ projectId }) => projectId), reader],
      organisation: ['organisation', [requirement.buyerId]],
      round: ['round', [requirement.roundId]],
    }),
    db
      .selectFrom('market')
      .innerJoin('round', 'round.marketId', 'market.id')
      .select('market.name')
      .where('round.id', '=', requirement.roundId)
      .executeTakeFirst(),
  ])
  const covering = groupBy(first, ({ projectId, type }) => `${projectId} ${type}`).flatMap(([, its]) => {
    const [one] = its
    if (!one) return []
    const named = project(one.projectId)
    return [{ project: named, creditType: one.type, units: its.reduce((sum, { units }) => sum + units, 0) }]
  })
  const by: CoveringProject[] = covering.map(one => ({ ...one, project: one.project?.name ?? null }))
  const verdict = coverageVerdict(
    requirement.status,
    unsound.map(({ assurance }) => assurance),
  )
  const certificate = certificates.findLast(
    ({ kind, state }) => state === 'Current' && certificateSeriesOf(kind) === 'stage',
  )
  const proof = certificate ? { ...certificate, page: new URL(certificate.links.page, publicUrl).href } : null
  const reference = requirement.planningRef ?? ''
  return {
    requirement: {
      ...{ id: requirement.id, name: requirement.name },
      link: pageAddress('requirement', { id: requirement.id }),
    },
    buyer: organisation(requirement.buyerId)?.name ?? '',
    round: [where?.name, round(requirement.roundId)?.name].filter(Boolean).join(', '),
    ...{ verdict, text: coverageText(verdict, by) },
    by: covering.map(({ units, ...one }) => ({ ...one, units: unitsToNumber(units) })),
    certificate: certificate
      ? {
          ...{ id: certificate.id, number: certificate.number, title: certificate.title },
          ...{ page: certificate.links.page, madeAt: certificate.madeAt },
        }
      : null,
    paragraph: decisionNoticeText(verdict, { reference, market, by, proof }),
  }
}

/** Reads the coverage of the requirements with this planning reference that a reader may see, newest first. */
export const readCoverageOfApplication = async (
  typed: string,
  reader: Actor,
  context: ViewContext,
  names: Names,
): Promise<{ reference: string; items: Coverage[] }> => {
  const reference = normalisePlanningRef(typed)
  const requirements = await context.db
    .selectFrom('requirement')
    .selectAll()
    .where(sql<SqlBool>`upper(regexp_replace(planning_ref, '\\s', '', 'g')) = ${reference}`)
    .where(visibleToActorSql('requirement', reader))
    .orderBy('ordinal', 'desc')
    .limit(MOST)
    .execute()
  return {
    reference,
    items: await Promise.all(requirements.map(one => coverageOf(one, reader, context, names))),
  }
}

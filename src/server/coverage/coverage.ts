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
import { listCertificatesOf } from '../views/certificates.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesByKind } from '../views/kit/names.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

/** Requirements of one application; more are not shown. */
const MOST = 20
/** References shown as examples. */
const MOST_RECENT = 3
/** References shown if no application has the typed one, which must have some letters and digits to be compared. */
const MOST_SIMILAR = 5
const FEWEST_TYPED = 3

interface Names {
  market: string
  publicUrl: string
}

/** Everything that the coverage of some requirements is made of, read together. */
const readCovered = async (
  requirements: readonly Requirement[],
  reader: Actor,
  { db }: Pick<ViewContext, 'db'>,
) => {
  const ids = requirements.map(({ id }) => id)
  const credits = await db
    .selectFrom('credit')
    .selectAll()
    .where('requirementId', '=', anyOf(ids))
    .orderBy('ordinal')
    .execute()
  const [unsound, certificates, names, markets] = await Promise.all([
    readUnsoundUnits(db, credits),
    listCertificatesOf(db, 'requirement', ids),
    readNamesByKind(db, {
      project: ['project', credits.map(({ projectId }) => projectId), reader],
      organisation: ['organisation', requirements.map(({ buyerId }) => buyerId)],
      round: ['round', requirements.map(({ roundId }) => roundId)],
    }),
    db
      .selectFrom('market')
      .innerJoin('round', 'round.marketId', 'market.id')
      .select(['round.id', 'market.name'])
      .where('round.id', '=', anyOf(requirements.map(({ roundId }) => roundId)))
      .execute(),
  ])
  return { credits, unsound, certificates, names, markets }
}

const coverageOf = (
  requirement: Requirement,
  read: Awaited<ReturnType<typeof readCovered>>,
  { market, publicUrl }: Names,
): Coverage => {
  const credits = read.credits.filter(({ requirementId }) => requirementId === requirement.id)
  const first = creditsInFirstPeriod(credits)
  const unsound = read.unsound.filter(({ creditId }) => credits.some(({ id }) => id === creditId))
  const certificates = read.certificates(requirement.id)
  const { project, organisation, round } = read.names
  const where = read.markets.find(({ id }) => id === requirement.roundId)
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

/** References of the newest requirements that a reader may see; of those, if given, with these letters and digits. */
const readReferences = async (
  reader: Actor,
  { db }: Pick<ViewContext, 'db'>,
  { most, containing = '' }: { most: number; containing?: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('requirement')
    .select('planningRef')
    .where('planningRef', 'is not', null)
    .where(
      sql<SqlBool>`strpos(upper(regexp_replace(planning_ref, '[^[:alnum:]]', '', 'g')), ${containing}) > 0`,
    )
    .where(visibleToActorSql('requirement', reader))
    .orderBy('ordinal', 'desc')
    .limit(MOST)
    .execute()
  return [...new Set(rows.flatMap(({ planningRef }) => planningRef ?? []))].slice(0, most)
}

/** References that an officer may mean by one that no application has, such as one without its last part. */
const readSimilarReferences = async (
  reference: string,
  reader: Actor,
  context: Pick<ViewContext, 'db'>,
): Promise<string[]> => {
  const containing = reference.replaceAll(/[^\p{L}\d]/gu, '')
  return containing.length < FEWEST_TYPED
    ? []
    : readReferences(reader, context, { most: MOST_SIMILAR, containing })
}

/** Reads the coverage of the requirements with this planning reference that a reader may see, newest first. */
export const readCoverageOfApplication = async (
  typed: string,
  reader: Actor,
  context: ViewContext,
  names: Names,
): Promise<{ reference: string; items: Coverage[]; similar: string[]; recent: string[] }> => {
  const reference = normalisePlanningRef(typed)
  const requirements = await context.db
    .selectFrom('requirement')
    .selectAll()
    .where(sql<SqlBool>`upper(regexp_replace(planning_ref, '\\s', '', 'g')) = ${reference}`)
    .where(visibleToActorSql('requirement', reader))
    .orderBy('ordinal', 'desc')
    .limit(MOST)
    .execute()
  if (requirements.length === 0) {
    const [similar, recent] = await Promise.all([
      readSimilarReferences(reference, reader, context),
      readReferences(reader, context, { most: MOST_RECENT }),
    ])
    return { reference, items: [], similar, recent }
  }
  const read = await readCovered(requirements, reader, context)
  return { reference, items: requirements.map(one => coverageOf(one, read, names)), similar: [], recent: [] }
}

import { distinct } from '#domain/values/grouped'
import { checkCover } from '@credit-market/match-verifier/cases/cover'
import { checkServiceEligibility } from '@credit-market/matching/model/eligible'
import { putsUnitsInDoubt, type Case } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { findCover, type ReplacingUnits, type UncoveredUnits } from '#domain/case/find-cover'
import { blockOf, blockOfPeriod, subtractBlocks } from '#domain/case/unit-blocks'
import type { UnitFailure } from '#domain/case/unit-failure'
import {
  uncoveredBlocks,
  type Cover,
  type CoverSource,
  type UnitReplacement,
} from '#domain/case/unit-replacement'
import type { Credit } from '#domain/credit/credit'
import { matchNeedOf } from '#domain/project/match-need'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { isOneOf } from '#domain/values/narrow'
import { readFailuresWithoutRefund } from '../common/failed-units.ts'
import type { Read } from '../kit/changes.ts'

/** Failed units of a case that someone holds, and what replaces them or could. */
export interface CoverFacts {
  failures: readonly UnitFailure[]
  /** Credits of the failed units. */
  credits: readonly Credit[]
  requirements: readonly Requirement[]
  /** Credits whose units can replace others, and their projects. */
  sources: readonly Credit[]
  projects: readonly Project[]
  /** Failed units that nothing replaces yet. */
  uncovered: readonly UncoveredUnits[]
  cover: readonly Cover[]
  /** Errors that the independent check finds in the cover; empty if it follows the rules. */
  errors: readonly string[]
}

/** Statuses of projects whose last verification passed. */
const DELIVERING = ['Verified', 'Monitoring'] as const

/**
 * Reads the failures whose holders a case can help: its own, and those of other cases whose replacing units it fails.
 */
const readFailuresOf = async (read: Read, { id: caseId }: Pick<Case, 'id'>): Promise<UnitFailure[]> => {
  const own = await read.list('unitFailure', { caseId, endedAt: null })
  const creditIds = distinct(own.map(({ creditId }) => creditId)).toSorted()
  const lost = await read.list('unitReplacement', { creditId: creditIds })
  const lostIds = distinct(
    lost.flatMap(({ failureId, endedAt }) => (endedAt === null ? [] : [failureId])),
  ).toSorted()
  const others = await read.list('unitFailure', { id: lostIds, endedAt: null })
  return [...own, ...others.filter(({ caseId: other }) => other !== caseId)]
}

/** Reads credits in the market of a round that can replace others: issued, of verified projects that no open case puts in doubt. */
const readSources = async (
  read: Read,
  { roundId, projectId }: Pick<Case, 'roundId' | 'projectId'>,
  types: readonly Credit['type'][],
  from: CoverSource,
): Promise<{ sources: Credit[]; projects: Project[] }> => {
  const round = await read.one('round', roundId)
  const rounds = round ? await read.list('round', { marketId: round.marketId }) : []
  const credits = await read.list('credit', {
    roundId: rounds.map(({ id }) => id),
    isReserved: from === 'reserve',
    requirementId: null,
    status: 'Issued',
    type: types,
  })
  const projectIds = distinct(credits.map(one => one.projectId)).toSorted()
  const [projects, cases] = await Promise.all([
    read.list('project', { id: projectIds }),
    read.list('case', { projectId: projectIds, status: OPEN_CASE_STATUSES }),
  ])
  const doubted = cases.flatMap(one => (putsUnitsInDoubt(one.type) ? (one.projectId ?? []) : []))
  const isSound = (id: string) =>
    id !== projectId &&
    !doubted.includes(id) &&
    projects.some(one => one.id === id && isOneOf(DELIVERING, one.status))
  return { sources: credits.filter(one => isSound(one.projectId)), projects }
}

/** Units of credits that have not failed and replace nothing. */
const freeUnits = (
  credits: readonly Credit[],
  failures: readonly UnitFailure[],
  replacements: readonly UnitReplacement[],
): ReplacingUnits[] =>
  credits.flatMap(({ id: creditId, unitsPerPeriod }) =>
    subtractBlocks(
      unitsPerPeriod.map(blockOfPeriod),
      [...failures, ...replacements].filter(one => one.creditId === creditId).map(blockOf),
    ).map(block => ({ creditId, block })),
  )

/** Failed units that nothing replaces, in the order of their claims: the earliest settlement first. */
const uncoveredUnits = (
  credits: readonly Credit[],
  failures: readonly UnitFailure[],
  replacements: readonly UnitReplacement[],
): UncoveredUnits[] =>
  credits.flatMap(({ id: creditId }) =>
    failures
      .filter(one => one.creditId === creditId)
      .flatMap(failure =>
        uncoveredBlocks(failure, replacements).map(block => ({ failureId: failure.id, creditId, block })),
      ),
  )

const readCreditsByAge = async (read: Read, ids: readonly string[]): Promise<Credit[]> => {
  const all = await read.list('credit', { id: ids })
  const roundIds = distinct(all.map(({ roundId }) => roundId)).toSorted()
  const rounds = await read.list('round', { id: roundIds })
  const settledAt = ({ roundId }: Credit) => rounds.find(({ id }) => id === roundId)?.settledAt ?? ''
  // Credits of one settlement stay in their order.
  return [...new Set(all.map(settledAt))]
    .toSorted()
    .flatMap(at => all.filter(one => one.requirementId !== null && settledAt(one) === at))
}

/** Reads what a source can do for the holders of failed units: most units covered on every day (decision 0191). */
export const readCoverFacts = async (read: Read, subject: Case, from: CoverSource): Promise<CoverFacts> => {
  const failures = await readFailuresWithoutRefund(read, await readFailuresOf(read, subject))
  const credits = await readCreditsByAge(read, distinct(failures.map(({ creditId }) => creditId)).toSorted())
  const types = [...new Set(credits.map(({ type }) => type))]
  const requirementIds = distinct(credits.map(({ requirementId }) => requirementId)).toSorted()
  const failureIds = failures.map(({ id }) => id)
  const [requirements, { sources, projects }, covering] = await Promise.all([
    read.list('requirement', { id: requirementIds }),
    types.length === 0 ? { sources: [], projects: [] } : readSources(read, subject, types, from),
    read.list('unitReplacement', { failureId: failureIds, endedAt: null }),
  ])
  const sourceIds = sources.map(({ id }) => id)
  const [failed, used] = await Promise.all([
    read.list('unitFailure', { creditId: sourceIds, endedAt: null }),
    read.list('unitReplacement', { creditId: sourceIds, endedAt: null }),
  ])
  const uncovered = uncoveredUnits(credits, failures, covering)
  const free = freeUnits(sources, failed, used)
  const claims = credits.flatMap(({ id: creditId, requirementId }) => {
    const requirement = requirements.find(({ id }) => id === requirementId)
    const need = requirement && matchNeedOf(requirement)
    return need ? [{ creditId, need, failed: uncovered.filter(one => one.creditId === creditId) }] : []
  })
  const supplies = sources.flatMap(source => {
    const project = projects.find(({ id }) => id === source.projectId)
    const service = { ...source, creditType: source.type, supply: source.unitsPerPeriod }
    const blocks = free.flatMap(({ creditId, block }) => (creditId === source.id ? [block] : []))
    return project ? [{ creditId: source.id, service, project, free: blocks }] : []
  })
  const accepts = (failedCreditId: string, replacingCreditId: string): boolean => {
    const claim = claims.find(({ creditId }) => creditId === failedCreditId)
    const supply = supplies.find(({ creditId }) => creditId === replacingCreditId)
    return (
      claim !== undefined &&
      supply !== undefined &&
      checkServiceEligibility(claim.need, supply.service, supply.project) === true
    )
  }
  const cover = findCover(uncovered, free, accepts)
  const { errors } = checkCover({ claims, supplies }, cover)
  return { failures, credits, requirements, sources, projects, uncovered, cover, errors }
}

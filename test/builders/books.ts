import { expect } from 'vitest'
import { isBeforeSettlement } from '#domain/credit/credit'
import type { MatchPlace } from '@credit-market/matching/problem/match-problem'
import { type SettledRoundLedger, checkSettledRoundLedger } from '#server/verify/books'
import type { Store } from '#server/store/store'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map(row => [row.id, row]))

/** Market invariant 5: the reserve is at least its percentage of the demand it applies to. */
const reserveIsKept = ({ problem: { reserve }, solution: { flows } }: SettledRoundLedger): void => {
  if (reserve?.appliesTo !== 'allDemand') return
  for (const { units, reserved } of flows)
    expect(reserved).toBeGreaterThanOrEqual((units * reserve.basisPoints) / 10_000 - 1)
  expect(sum(flows.map(({ reserved }) => reserved))).toBeGreaterThanOrEqual(
    Math.floor((sum(flows.map(({ units }) => units)) * reserve.basisPoints) / 10_000),
  )
}

/** Market invariants 6 and 7: payments add up to zero, no one pays more than they bid or receives less than they ask. */
const moneyAddsUp = ({ problem, solution }: SettledRoundLedger): void => {
  expect(sum(solution.organisations.map(({ payment }) => payment))).toBe(0)
  expect(sum(solution.organisations.map(({ share }) => share))).toBe(solution.surplus)
  const items = [...solution.projects, ...solution.requirements]
  expect(sum(items.map(({ payment }) => payment))).toBe(0)
  for (const { organisationId, payment } of solution.organisations)
    expect(sum(items.filter(one => one.organisationId === organisationId).map(one => one.payment))).toBe(
      payment,
    )
  const offer = byId(problem.projects)
  for (const { id, won, payment } of solution.projects) {
    const { offer: asked = 0, costs } = offer.get(id) ?? {}
    const ask = asked + sum(Object.values(costs ?? {}))
    expect([id, won ? -payment >= ask : payment === 0]).toEqual([id, true])
  }
  const need = byId(problem.requirements)
  for (const { id, won, ongoingOnly, payment } of solution.requirements) {
    const { bid = 0, bidOngoingOnly } = need.get(id) ?? {}
    const most = ongoingOnly ? (bidOngoingOnly ?? 0) : bid
    expect([id, won ? payment <= most : payment === 0]).toEqual([id, true])
  }
}

/**
 * Market invariant 8: at most one of an either-or group wins (requirements: at most all of one), and all or none of an
 * all-or-none group.
 */
const groupsAreKept = ({ problem, solution }: SettledRoundLedger): void => {
  const item = byId([...solution.projects, ...solution.requirements])
  const parts = byId(solution.requirements)
  for (const { id, of, type, memberIds } of problem.groups) {
    const winners = memberIds.filter(member => item.get(member)?.won)
    if (type === 'AND')
      expect([id, [0, memberIds.length]]).toEqual([id, expect.arrayContaining([winners.length])])
    else if (of === 'project') expect([id, winners.length <= 1]).toEqual([id, true])
    else
      expect(sum(winners.map(member => parts.get(member)?.fraction ?? 0))).toBeLessThanOrEqual(
        10_000 + winners.length,
      )
  }
}

const LEVELS = ['Low', 'Medium', 'High', 'VeryHigh']
const levelOf = (distinctiveness: string | null | undefined): number => LEVELS.indexOf(distinctiveness ?? '')

const isNear = (from: MatchPlace, to: MatchPlace): boolean =>
  (to.ncaId === null && to.lpaId === null) ||
  (to.ncaId !== null && from.ncaId === to.ncaId) ||
  (to.lpaId !== null && from.lpaId === to.lpaId)

/** Market invariant 8: sold units have the required type and level, come from near enough, and are delivered in time. */
const pairsSuit = ({ problem, solution }: SettledRoundLedger): void => {
  const project = byId(problem.projects)
  const need = byId(problem.requirements)
  for (const flow of solution.flows) {
    const from = project.get(flow.projectId)
    const to = need.get(flow.requirementId)
    const service = from?.services.find(({ id }) => id === flow.serviceId)
    if (!from || !to || !service)
      throw new Error(`A flow starts or ends at an unknown item: ${JSON.stringify(flow)}`)
    const isBiodiversity = to.creditType === 'Biodiversity'
    expect([flow, service.creditType, service.module]).toEqual([flow, to.creditType, to.module])
    expect([flow, levelOf(service.distinctiveness) >= levelOf(to.distinctiveness)]).toEqual([flow, true])
    expect([flow, isBiodiversity ? isNear(from, to) : from.subcatchmentId === to.subcatchmentId]).toEqual([
      flow,
      true,
    ])
    expect([flow, flow.start >= to.redemptionDate]).toEqual([flow, true])
  }
}

/** Checks the books of a settled round against the input of the engine rather than the engine’s own result. */
export const expectConsistentLedger = async ({ read }: Store, roundId: string): Promise<void> => {
  const result = await read.latest('matchResult', { roundId })
  if (!result?.solution) throw new Error(`The round ${roundId} has no solution`)
  const credits = (await read.list('credit', { roundId })).filter(({ status }) => !isBeforeSettlement(status))
  const books: SettledRoundLedger = { problem: result.problem, solution: result.solution, credits }
  expect(credits.length > 0).toBe(result.solution.projects.some(({ won }) => won))
  expect([...checkSettledRoundLedger(books)]).toEqual([])
  for (const check of [reserveIsKept, moneyAddsUp, groupsAreKept, pairsSuit]) check(books)
}

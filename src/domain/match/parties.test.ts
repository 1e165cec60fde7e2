import { describe, expect, it } from 'vitest'
import type { OrganisationTie } from '../people/organisation-tie.ts'
import { createOrdinaryRound } from '../../../packages/matching/test/hard-rounds.ts'
import { solveWithAudit } from '@credit-market/matching/solve'
import { findProblemErrors } from '@credit-market/matching/formats/check-problem'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { divideAmongOwners, findControlledOrganisations, joinParties } from './parties.ts'
import { deriveRoundOutcome } from './outcome.ts'
import { partySentences } from './result-words.ts'

const DAY = '2026-11-28'
const tie = (organisationId: string, otherId: string | null, more: Partial<OrganisationTie> = {}) => ({
  id: `${organisationId}-${otherId}`,
  version: 1,
  tie: 'CommonControl' as const,
  organisationId,
  otherId,
  otherName: otherId ?? 'someone',
  since: '2026-01-01',
  until: null,
  note: 'One family',
  saidBy: 'farmer',
  saidAt: '2026-01-01T09:00:00.000Z',
  ...more,
})
const controlled = (...ties: OrganisationTie[]) => findControlledOrganisations(ties, new Set(['olive']), DAY)

describe('organisations that a match may treat as one party', () => {
  it('have both declared common control, or the operator has recorded it', () => {
    expect(controlled(tie('a', 'b'))).toEqual([])
    expect(controlled(tie('a', 'b'), tie('b', 'a'))).toEqual([['a', 'b']])
    expect(controlled(tie('a', 'b', { saidBy: 'olive' }))).toEqual([['a', 'b']])
  })

  it('are joined through others', () => {
    const said = { saidBy: 'olive' }
    expect(controlled(tie('c', 'b', said), tie('a', 'b', said))).toEqual([['a', 'b', 'c']])
  })

  it('are only those whose control is effective on that day, and that are in the market', () => {
    const said = { saidBy: 'olive' }
    expect(controlled(tie('a', 'b', { ...said, since: '2026-11-29' }))).toEqual([])
    expect(controlled(tie('a', 'b', { ...said, until: '2026-11-27' }))).toEqual([])
    expect(controlled(tie('a', null, said))).toEqual([])
    expect(controlled(tie('a', 'b', { ...said, tie: 'Different' }))).toEqual([])
  })
})

describe.each([1, 3, 4, 5, 6, 7, 8, 9])('a round with one party of several organisations (%i)', seed => {
  const problem = createOrdinaryRound(seed)
  const owners = [
    ...new Set([
      ...problem.projects.map(({ supplierId }) => supplierId),
      ...problem.requirements.map(({ buyerId }) => buyerId),
    ]),
  ].toSorted()
  const set = [owners[1]!, owners.at(-1)!, 'takes no part']
  const joined = joinParties(problem, [set])

  it('is a problem without errors that keeps each owner', () => {
    expect(findProblemErrors(joined)).toEqual([])
    const names = [...joined.projects, ...joined.requirements].map(one => one.ownerId)
    expect(new Set(names)).toEqual(new Set([undefined, owners.at(-1)]))
    expect(joinParties(problem, [[owners[0]!, 'takes no part']])).toBe(problem)
  })

  it('is matched with the same surplus, without errors, and each owner has the money of its items', async () => {
    const { solution } = await solveWithAudit(joined)
    expect(findResultErrors(joined, solution)).toEqual([])
    expect(solution.surplus).toBe((await solveWithAudit(problem)).solution.surplus)
    const divided = divideAmongOwners(joined, solution)
    for (const of of ['value', 'share', 'payment'] as const)
      expect(divided.reduce((sum, one) => sum + one[of], 0)).toBe(
        solution.organisations.reduce((sum, one) => sum + one[of], 0),
      )
    const outcome = deriveRoundOutcome(joined, solution)
    for (const one of divided) {
      const items = outcome.items.filter(
        ({ organisationId, won }) => won && organisationId === one.organisationId,
      )
      expect(items.reduce((sum, item) => sum + item.share, 0)).toBe(one.share)
      expect(items.reduce((sum, item) => sum + item.payment, 0)).toBe(one.payment)
    }
    expect(outcome.joined).toEqual([owners[1], owners.at(-1)])
  })
})

it('an organisation of such a party reads that it was matched with others, but not with whom', () => {
  expect(partySentences({ joined: ['a', 'b'] }, 'a', null)).toEqual([
    'You were matched as one party with organisations under common control, as this round says.',
  ])
  expect(partySentences({ joined: ['a', 'b'] }, 'c', null)).toEqual([])
})

it('a problem in which an owner is in two parties, or is a party itself, is refused', () => {
  const problem = createOrdinaryRound(1)
  const [first, ...others] = problem.requirements
  const other = others.find(({ buyerId }) => buyerId !== first!.buyerId)!
  const wrong = {
    ...problem,
    groups: [],
    requirements: problem.requirements.map(one =>
      one.id === first!.id ? { ...one, ownerId: other.buyerId } : one,
    ),
  }
  expect(findProblemErrors(wrong)).toContain(
    `Organisation ${other.buyerId} is a party of its own, or in two parties`,
  )
})

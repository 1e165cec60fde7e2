import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { ACCOUNT_PURPOSES, type AccountPurpose } from './account.ts'
import { sumMoneyPosition } from './position.ts'
import { listSettlementPostings, type MoneyPosting } from './settlement-postings.ts'

type Problem = Parameters<typeof listSettlementPostings>[0]['problem']

const aProject = (
  id: string,
  supplierId: string,
  costs: [number, number, number, number],
  ownerId?: string,
) => {
  const [maintenance, marketOperator, complianceMonitoring, performanceMonitoring] = costs
  return {
    ...{ id, supplierId, name: id, offer: 0, services: [], offeredAt: '2026-01-01T00:00:00.000Z' },
    ...{ ncaId: null, lpaId: null, subcatchmentId: null },
    ...(ownerId !== undefined && { ownerId }),
    costs: { maintenance, marketOperator, complianceMonitoring, performanceMonitoring },
  }
}
const aRequirement = (id: string, buyerId: string) =>
  ({ id, buyerId, name: id, kind: 'Buyer' }) as Problem['requirements'][number]

const totalOf = (postings: readonly MoneyPosting[], purpose?: AccountPurpose): number =>
  postings
    .filter(one => purpose === undefined || one.purpose === purpose)
    .reduce((sum, { amount }) => sum + amount, 0)

describe('the postings of a settlement', () => {
  const problem = {
    projects: [
      aProject('meadow', 'party', [2_000, 1_500, 300, 200], 'farm'),
      aProject('fen', 'estate', [9, 9, 9, 9]),
    ],
    requirements: [aRequirement('homes', 'builder'), aRequirement('sheds', 'builder')],
  }
  const solution = {
    projects: [
      { id: 'meadow', won: true, payment: -10_000 },
      { id: 'fen', won: false, payment: 0 },
    ],
    requirements: [
      { id: 'homes', won: true, payment: 10_000 },
      { id: 'sheds', won: false, payment: 0 },
    ],
  }

  it('debit what the buyer pays and credit what the supplier and the four costs get, to the owner of the offer', () => {
    const farm = { partyId: 'farm', itemKind: 'project', itemId: 'meadow' }
    expect(listSettlementPostings({ problem, solution })).toEqual([
      {
        ...{ purpose: 'due', organisationId: 'builder', partyId: 'builder' },
        ...{ itemKind: 'requirement', itemId: 'homes', amount: 10_000 },
      },
      { purpose: 'payable', organisationId: 'farm', ...farm, amount: -6_000 },
      { purpose: 'maintenance', organisationId: 'farm', ...farm, amount: -2_000 },
      { purpose: 'operator', organisationId: null, ...farm, amount: -1_500 },
      { purpose: 'compliance', organisationId: null, ...farm, amount: -300 },
      { purpose: 'performance', organisationId: null, ...farm, amount: -200 },
    ])
  })

  it('leave the difference of a match that does not add up in suspense', () => {
    const wrong = { ...solution, requirements: [{ id: 'homes', won: true, payment: 10_007 }] }
    const postings = listSettlementPostings({ problem, solution: wrong })
    expect([totalOf(postings), totalOf(postings, 'suspense')]).toEqual([0, -7])
  })

  it('owe a buyer whose share is larger than its bid', () => {
    const postings = listSettlementPostings({
      problem: { projects: [], requirements: problem.requirements },
      solution: {
        projects: [],
        requirements: [
          { id: 'homes', won: true, payment: -5 },
          { id: 'sheds', won: true, payment: 5 },
        ],
      },
    })
    expect(postings.map(({ purpose, amount }) => [purpose, amount])).toEqual([
      ['payable', -5],
      ['due', 5],
    ])
    expect(sumMoneyPosition(postings)).toEqual({ pays: 5, receivesNow: 5, receivesLater: 0, forOthers: 0 })
  })

  it('explain every account of 500 drawn markets: each is the sum of what its offers and bids say', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const r = createSeededRandom(seed)
      const some = () => (r.chance(0.2) ? 0 : r.whole(1, 9_000_000))
      const drawn = Array.from({ length: r.whole(1, 12) }, (_, n) =>
        aProject(`p${n}`, `s${r.whole(0, 4)}`, [some(), some(), some(), some()]),
      )
      const needs = Array.from({ length: r.whole(1, 12) }, (_, n) =>
        aRequirement(`r${n}`, `b${r.whole(0, 4)}`),
      )
      const projects = drawn.map(({ id, costs }) => {
        const won = r.chance(0.7)
        const ask = Object.values(costs).reduce((sum, cost) => sum + cost, 0) + some()
        return { id, won, payment: won ? -ask : 0 }
      })
      const received = projects.reduce((sum, { payment }) => sum - payment, 0)
      const paid = needs.map((_, at) =>
        at === needs.length - 1 ? null : r.whole(0, Math.floor(received / needs.length)),
      )
      const left = received - paid.reduce<number>((sum, one) => sum + (one ?? 0), 0)
      const requirements = needs.map(({ id }, at) => ({ id, won: true, payment: paid[at] ?? left }))
      const market = {
        problem: { projects: drawn, requirements: needs },
        solution: { projects, requirements },
      }
      const postings = listSettlementPostings(market)

      expect(totalOf(postings), `seed ${seed}`).toBe(0)
      expect(totalOf(postings, 'suspense')).toBe(0)
      expect(totalOf(postings, 'due')).toBe(received)
      const won = drawn.filter(({ id }) => projects.some(one => one.id === id && one.won))
      const cost = (name: keyof (typeof drawn)[number]['costs']) =>
        won.reduce((sum, one) => sum - one.costs[name], 0)
      expect(totalOf(postings, 'maintenance')).toBe(cost('maintenance'))
      expect(totalOf(postings, 'operator')).toBe(cost('marketOperator'))
      expect(totalOf(postings, 'compliance')).toBe(cost('complianceMonitoring'))
      expect(totalOf(postings, 'performance')).toBe(cost('performanceMonitoring'))
      for (const supplier of new Set(drawn.map(({ supplierId }) => supplierId))) {
        const its = projects.filter(({ id }) => drawn.find(one => one.id === id)?.supplierId === supplier)
        const { pays, receivesNow, receivesLater, forOthers } = sumMoneyPosition(
          postings.filter(({ partyId }) => partyId === supplier),
        )
        expect([pays, receivesNow + receivesLater + forOthers]).toEqual([
          0,
          its.reduce((sum, { payment }) => sum - payment, 0),
        ])
      }
    }
  })

  it('post to accounts that the books list', () => {
    const purposes = listSettlementPostings({ problem, solution }).map(({ purpose }) => purpose)
    expect(ACCOUNT_PURPOSES).toEqual(expect.arrayContaining(purposes))
  })
})

import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { divideByLargestRemainder } from './divide.ts'
import { listLineAmounts, listPriceLines } from './price-lines.ts'

type Match = Parameters<typeof listPriceLines>[0]

const flow = (
  projectId: string,
  requirementId: string,
  units: number,
  start = '2026-01-01',
  end: string | null = null,
) => ({
  ...{ projectId, requirementId, units, start, end },
  ...{ serviceId: `${projectId}-service`, reserved: 0 },
})
const costs = (
  maintenance: number,
  marketOperator: number,
  complianceMonitoring: number,
  performanceMonitoring: number,
) => ({
  ...{ maintenance, marketOperator, complianceMonitoring, performanceMonitoring },
})
const sum = (lines: readonly { amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0)

it('pence go to the largest remainders, also of negative weights', () => {
  expect(divideByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(divideByLargestRemainder(101, [1, 2, 3])).toEqual([17, 34, 50])
  expect(divideByLargestRemainder(-100, [1, 1, 1])).toEqual([-33, -33, -34])
  expect(divideByLargestRemainder(10, [30, -10])).toEqual([15, -5])
  expect(divideByLargestRemainder(10, [-30, 10])).toEqual([15, -5])
  expect(() => divideByLargestRemainder(10, [5, -5])).toThrow('divide nothing')
})

describe('the lines of a price', () => {
  const match: Match = {
    problem: {
      projects: [
        { id: 'meadow', costs: costs(300, 200, 100, 0) },
        { id: 'fen', costs: costs(0, 50, 0, 0) },
      ],
    },
    solution: {
      projects: [
        { id: 'meadow', won: true, payment: -3_600 },
        { id: 'fen', won: true, payment: -1_050 },
      ],
      requirements: [
        { id: 'homes', won: true, payment: 3_000 },
        { id: 'sheds', won: true, payment: 1_650 },
        { id: 'barns', won: false, payment: 0 },
      ],
      flows: [flow('meadow', 'homes', 20_000), flow('meadow', 'sheds', 10_000), flow('fen', 'sheds', 5_000)],
    },
  }

  it('are the units of each supplier at what it receives, the four costs, and the difference', () => {
    const line = (
      kind: string,
      amount: number,
      projectId: string | null = null,
      units: number | null = null,
    ) => ({
      ...{ kind, projectId, units, amount },
    })
    expect(listPriceLines(match)).toEqual(
      new Map([
        [
          'homes',
          [
            line('units', 2_000, 'meadow', 20_000),
            ...[line('maintenance', 200), line('operator', 133), line('compliance', 67)],
            line('difference', 600),
          ],
        ],
        [
          'sheds',
          [
            ...[line('units', 1_000, 'meadow', 10_000), line('units', 1_000, 'fen', 5_000)],
            ...[line('maintenance', 100), line('operator', 117), line('compliance', 33)],
            line('difference', -600),
          ],
        ],
      ]),
    )
  })

  it('count units that follow one another in time once', () => {
    const { solution } = match
    const inTime = [
      flow('meadow', 'homes', 10_000, '2026-01-01', '2030-01-01'),
      flow('meadow', 'homes', 20_000, '2030-01-01'),
    ]
    const lines = listPriceLines({
      ...match,
      solution: { ...solution, flows: [...inTime, ...solution.flows.slice(1)] },
    })
    expect(lines.get('homes')?.[0]).toMatchObject({ units: 20_000, amount: 2_000 })
  })

  it('add up to the penny in 500 drawn rounds, and over all instalments', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const r = createSeededRandom(seed)
      const some = () => (r.chance(0.2) ? 0 : r.whole(1, 9_000_000))
      const projects = Array.from({ length: r.whole(1, 8) }, (_, n) => {
        const its = costs(some(), some(), some(), some())
        const payment = -(Object.values(its).reduce((all, cost) => all + cost, 0) + some())
        return { id: `p${n}`, won: payment !== 0, payment, costs: its }
      })
      const received = -projects.reduce((all, { payment }) => all + payment, 0)
      const many = r.whole(1, 8)
      const requirements = Array.from({ length: many }, (_, n) => ({
        id: `r${n}`,
        won: true,
        payment: r.whole(0, Math.floor(received / many)),
      }))
      requirements[0]!.payment += received - requirements.reduce((all, { payment }) => all + payment, 0)
      const flows = projects.flatMap(({ id }) =>
        requirements.flatMap(need => (r.chance(0.4) ? [flow(id, need.id, r.whole(1, 900_000))] : [])),
      )
      const lines = listPriceLines({ problem: { projects }, solution: { projects, requirements, flows } })
      const all = [...lines.values()].flat()
      for (const { id, payment } of requirements)
        expect(sum(lines.get(id) ?? []), `seed ${seed}`).toBe(payment)
      expect(sum(all.filter(({ kind }) => kind === 'difference'))).toBe(0)
      for (const [kind, cost] of [
        ['maintenance', 'maintenance'],
        ['operator', 'marketOperator'],
        ['compliance', 'complianceMonitoring'],
        ['performance', 'performanceMonitoring'],
      ] as const)
        expect(sum(all.filter(line => line.kind === kind))).toBe(
          projects.reduce((whole, one) => whole + one.costs[cost], 0),
        )
      for (const { id, payment } of requirements.filter(one => one.payment > 0)) {
        const its = lines.get(id)!
        const [first, second] = [Math.floor(payment / 10), Math.floor((payment * 4) / 10)]
        const parts: number[][] = []
        for (const instalment of [first, second, payment - first - second])
          parts.push(
            listLineAmounts(
              its,
              its.map((_, at) => parts.reduce((whole, part) => whole + part[at]!, 0)),
              instalment,
            ),
          )
        for (const [at, instalment] of [first, second, payment - first - second].entries())
          expect(sum(parts[at]!.map(amount => ({ amount })))).toBe(instalment)
        expect(its.map((_, at) => parts.reduce((whole, part) => whole + part[at]!, 0))).toEqual(
          its.map(({ amount }) => amount),
        )
      }
    }
  })
})

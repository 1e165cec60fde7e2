import type { MatchAudit } from '@credit-market/matching/audit'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { hashCanonicalJson } from '../src/canonical.ts'
import { changeValues, exchangeFlows, hashAgain, movePence } from './falsify.ts'
import { changeEngineProperty, projectAndRequirementResults } from './spoil.ts'

/** A falsified file, made consistent as far as it can be, and the answer of the checker. */
export interface Falsification {
  name: string
  falsify: (audit: MatchAudit, solution: MatchSolution) => unknown
  /**
   * The error that must be found; `open` if the verdict must say that shares were not checked to the penny (exit code
   * 4); `harmless` if the change moves no money and nothing depends on it.
   */
  expected: RegExp | 'open' | 'harmless'
}

const PAIR = ['supplier P1', 'buyer R1'] as const
const MISSING = 'Some critical prices are missing, because finding them took too long.'
const ANOTHER_PROBLEM = /^Neither the problem nor the file is the one that the public log names/
const WRONG_VALUE = /are worth -?\d+ pence, not -?\d+ as filed/

/** Says that shares are only known within a bound. */
const callBounded = (solution: MatchSolution, halfWidth: number): void => {
  Object.assign(solution, { certainty: 'bounded', exact: false, shareHalfWidth: halfWidth })
  for (const one of solution.organisations) Object.assign(one, { certainty: 'bounded', halfWidth })
}

const callFirst = (audit: MatchAudit): void => {
  Object.assign(audit, { version: 1 })
  changeEngineProperty(audit.solution, { version: '1', seed: 7777 })
}

/** The match as a round stores it, without coalition values. */
export const withoutValues = ({ problem, solution, hash }: MatchAudit) => ({
  problem,
  problemHash: hash,
  solution,
  solutionHash: hashCanonicalJson(solution),
})

const remove = (audit: MatchAudit, of: 'projects' | 'requirements', id: string): void => {
  const isOther = (one: { id: string }): boolean => one.id !== id
  audit.problem = { ...audit.problem, [of]: audit.problem[of].filter(isOther) }
  Object.assign(audit.solution, { [of]: audit.solution[of].filter(isOther) })
  hashAgain(audit)
}

const requirementOf = ({ problem }: MatchAudit, id: string) =>
  problem.requirements.find(one => one.id === id)!

/** The falsifications of an audit of `CONNECTED_ROUND` that an examiner made, some of which once passed. */
export const FALSIFICATIONS: readonly Falsification[] = [
  {
    name: '01 all but one winner are worth less, and everything follows',
    falsify: audit =>
      changeValues(audit, (value, size, has) =>
        has('buyer R1') ? value : size === 5 ? value / 2 : value / 4,
      ),
    expected: WRONG_VALUE,
  },
  {
    name: '02 one winner alone, and with others, is worth more, and everything follows',
    falsify: audit => changeValues(audit, (value, _size, has) => (has('buyer R1') ? value + 300_000 : value)),
    expected: WRONG_VALUE,
  },
  {
    name: '03 shares are said to be within 5,000 pounds, and 300 pounds move',
    falsify: (_, solution) => {
      callBounded(solution, 500_000)
      movePence(solution, PAIR, 30_000)
    },
    expected: /^The match has shares within a bound/,
  },
  {
    name: '04 shares are said to be within a pound, and 99 pence move',
    falsify: (_, solution) => {
      callBounded(solution, 100)
      movePence(solution, PAIR, 99)
    },
    expected: /^The match has shares within a bound/,
  },
  {
    name: '05 another solver is said to have proven a part',
    falsify: (_, solution) =>
      changeEngineProperty(solution, { parts: [{ formulation: 'closedSets', solver: 'highs' }] }),
    expected: /^Only results of engine version 2 state who proved each part/,
  },
  {
    name: '06 a part more is said to be proven',
    falsify: (_, solution) =>
      changeEngineProperty(solution, {
        parts: [1, 2].map(() => ({ formulation: 'closedSets', solver: 'branchAndBound' })),
      }),
    expected: /^Only results of engine version 2 state who proved each part/,
  },
  {
    name: '07 another release of the solver',
    falsify: (_, solution) => changeEngineProperty(solution, { solver: 'highs 99.0.0' }),
    expected: 'harmless',
  },
  {
    name: '08 two services exchange whom they serve',
    falsify: (_, solution) => exchangeFlows(solution),
    expected: /who serves whom does not follow the rule/,
  },
  {
    name: '09 a flow is cut into two that follow each other',
    falsify: (_, solution) => {
      const [flow] = solution.flows
      solution.flows.splice(1, 0, { ...flow!, start: '2031-01-01' })
      flow!.end = '2031-01-01'
    },
    expected: /^A flow is cut into several/,
  },
  {
    name: '10 flows in another order',
    falsify: (_, solution) => (solution.flows = solution.flows.toReversed()),
    expected: /^The flows are not in order/,
  },
  {
    name: '11 a losing bid is removed',
    falsify: audit => remove(audit, 'requirements', 'Z1'),
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '12 a losing offer is removed',
    falsify: audit => remove(audit, 'projects', 'Q9'),
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '13 a winning bid is a pound higher, and so is its payment',
    falsify: (audit, solution) => {
      requirementOf(audit, 'R1').bid += 100
      hashAgain(audit)
      const item = solution.requirements.find(({ id }) => id === 'R1')!
      const { vcg, payAsBid } = solution.comparison
      for (const lines of [[item], solution.organisations, vcg, payAsBid])
        for (const line of lines)
          if (line.organisationId === 'buyer R1') {
            line.value += 100
            line.payment += 100
          }
    },
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '14 all offers were made a day earlier',
    falsify: audit => {
      for (const project of audit.problem.projects) project.offeredAt = '2026-09-30T09:00:00.000Z'
      hashAgain(audit)
    },
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '15 another round',
    falsify: audit => {
      audit.problem.roundId = 'another'
      hashAgain(audit)
    },
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '16 a project has another name',
    falsify: audit => {
      audit.problem.projects[0]!.name = 'Another'
      hashAgain(audit)
    },
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '17 a losing bid is a pound lower',
    falsify: audit => {
      requirementOf(audit, 'Z1').bid -= 100
      hashAgain(audit)
    },
    expected: ANOTHER_PROBLEM,
  },
  {
    name: '18 a losing offer is a pound higher',
    falsify: audit => {
      audit.problem.projects.find(({ id }) => id === 'Q9')!.offer += 100
      hashAgain(audit)
    },
    expected: ANOTHER_PROBLEM,
  },
  { name: '19 called an audit of the first engine', falsify: callFirst, expected: /audit of version 1/ },
  {
    name: '20 called a sampled audit of the first engine without values, and 300 pounds move',
    falsify: (audit, solution) => {
      callFirst(audit)
      Object.assign(audit, {
        coalitions: [{ winners: audit.coalitions[0]!.winners, blocks: [], batches: 50 }],
      })
      movePence(solution, PAIR, 30_000)
    },
    expected: /audit of version 1/,
  },
  {
    name: '21 without coalition values, and 300 pounds move',
    falsify: (audit, solution) => {
      movePence(solution, PAIR, 30_000)
      return withoutValues(audit)
    },
    expected: /its share is \d+, not \d+/,
  },
  {
    name: '22 called imported from elsewhere, and 300 pounds move',
    falsify: (_, solution) => {
      Object.assign(solution, { rule: 'Imported', proven: false })
      changeEngineProperty(solution, { name: 'elsewhere' })
      movePence(solution, PAIR, 30_000)
    },
    expected: /^The match is marked as imported, but the file has the coalition values/,
  },
  {
    name: '23 all critical prices are said to be missing',
    falsify: (_, solution) => {
      changeEngineProperty(solution, { criticalPrices: 0 })
      for (const item of projectAndRequirementResults(solution))
        if (item.reason === 'price') item.critical = null
      solution.warnings.push(MISSING)
    },
    expected: /its critical price is missing; it is \d+/,
  },
  {
    name: '24 one critical price is said not to be found',
    falsify: (_, solution) => {
      changeEngineProperty(solution, { criticalPrices: 1 })
      solution.projects.find(({ id }) => id === 'Q9')!.critical = null
      solution.warnings.push(MISSING)
    },
    expected: /^Project Q9: its critical price is missing/,
  },
  {
    name: '25 a penny moves',
    falsify: (_, solution) => movePence(solution, PAIR, 1),
    expected: /its share is \d+, not \d+/,
  },
  {
    name: '26 a block of no one is added',
    falsify: audit => audit.coalitions[0]!.blocks!.push({ connectors: [], winners: [], values: [[0, 0, 0]] }),
    expected: /has no winners and no connectors/,
  },
  ...([5, 4] as const).map((back, at): Falsification => ({
    name: `${27 + at} five pence move between two blocks, and ${back} come back`,
    falsify: audit =>
      audit.coalitions[0]!.blocks!.forEach((block, which) =>
        block.values.forEach(value => (value[2] += which === 0 ? -back : 5)),
      ),
    expected: /gives a value to no one in a block that is not the first/,
  })),
  {
    name: '29 a group is said to have other winners',
    falsify: (_, solution) =>
      (solution.groups[0]!.note = 'Up to 100 percent across the group may win: none won.'),
    expected: /^Group G1: its result or explanation is wrong/,
  },
  {
    name: '30 a warning is made up',
    falsify: (_, solution) =>
      solution.warnings.push(
        'Requirement R1 is for habitat of very high distinctiveness, which may need bespoke compensation.',
      ),
    expected: /^The warnings do not match the round/,
  },
  {
    name: '31 a tie is made up',
    falsify: (_, solution) =>
      (solution.tie = {
        decidedBy: 4,
        alternatives: 4,
        note: 'Several matches are equal in surplus, requirements and projects; the earliest bids and offers decided.',
      }),
    expected: /^The number of other equally good matches, 4, is wrong/,
  },
  {
    name: '32 two organisations are made one',
    falsify: audit => {
      requirementOf(audit, 'R2').buyerId = 'buyer R1'
      hashAgain(audit)
    },
    expected: /^Requirement R2: it belongs to another organisation/,
  },
]

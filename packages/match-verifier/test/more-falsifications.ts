import type { MatchAudit } from '@credit-market/matching/audit'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { readRecordedDraws } from '../src/draws.ts'
import { buildVerifierRound } from '../src/round.ts'
import { sharesFromDraws } from '../src/sampled-shares.ts'
import { withoutValues, type Falsification } from './falsifications.ts'
import { changeValues, hashAgain, movePence, setShare } from './falsify.ts'
import { changeEngineProperty } from './spoil.ts'

/** A falsification with the round whose audit it changes: two nutrients, a tie, or so many winners that it is sampled. */
export interface FalsificationOfRound extends Falsification {
  round: 'connected' | 'tied' | 'crowded'
}

const PAIR = ['supplier P1', 'buyer R1'] as const
const WRONG_VALUE = /are worth -?\d+ pence, not -?\d+ as filed/
const WRONG_SHARE = /its share is \d+, not \d+/

/** Marks all shares as sampled, within very wide intervals. */
const callSampled = (solution: MatchSolution): void => {
  changeEngineProperty(solution, { batches: solution.engine.batches.map(() => 16) })
  Object.assign(solution, { certainty: 'sampled', exact: false, shareHalfWidth: 500_000 })
  for (const one of solution.organisations) Object.assign(one, { certainty: 'sampled', halfWidth: 500_000 })
}

/** Shares and intervals as they follow from changed draws, to the penny but for what rounding leaves over. */
const followDraws = (audit: MatchAudit): void => {
  const [part] = audit.coalitions
  const { draws, ...sample } = part!.sampled!
  const { seed } = audit.solution.engine
  const read = readRecordedDraws(
    buildVerifierRound(audit.problem),
    part!,
    { ...sample, draws: draws! },
    { seed, isAveraged: true, of: 'The part' },
  )
  if (typeof read === 'string') throw new Error(read)
  const { names, shares, halfWidths } = sharesFromDraws(read)!
  names.forEach((name, at) => {
    setShare(audit.solution, name, Math.floor(shares[at]!))
    audit.solution.organisations.find(one => one.organisationId === name)!.halfWidth = Math.ceil(
      halfWidths[at]!,
    )
  })
  const { organisations, surplus } = audit.solution
  const left = surplus - organisations.reduce((sum, { share }) => sum + share, 0)
  for (const { organisationId, share } of organisations.slice(0, left))
    setShare(audit.solution, organisationId, share + 1)
  audit.solution.shareHalfWidth = Math.max(...organisations.map(({ halfWidth }) => halfWidth))
}

/** Falsifications beyond those of the examiner, each with money in it or with a second reading. */
export const MORE_FALSIFICATIONS: readonly FalsificationOfRound[] = [
  {
    round: 'connected',
    name: 'sets of a middle size are worth as much as they can be, and everything follows',
    falsify: audit =>
      changeValues(audit, (value, size, has, most) =>
        size >= 2 && size <= 4 && has('supplier P1') ? most : value,
      ),
    expected: WRONG_VALUE,
  },
  {
    round: 'connected',
    name: 'sets of a middle size are worth less without one winner, and everything follows',
    falsify: audit =>
      changeValues(audit, (value, size, has) =>
        size >= 2 && size <= 4 && !has('buyer R1') ? value / 2 : value,
      ),
    expected: WRONG_VALUE,
  },
  {
    round: 'connected',
    name: 'exact shares are called sampled within 5,000 pounds, and 300 pounds move',
    falsify: (_, solution) => {
      callSampled(solution)
      movePence(solution, PAIR, 30_000)
    },
    expected: /has the wrong number of batches/,
  },
  {
    round: 'connected',
    name: 'values are left out as if they were too many, and 300 pounds move',
    falsify: ({ coalitions }, solution) => {
      coalitions[0]!.blocks = null
      movePence(solution, PAIR, 30_000)
    },
    expected: WRONG_SHARE,
  },
  {
    round: 'connected',
    name: 'values are left out as if they were too many, and most of a share moves',
    falsify: ({ coalitions }, solution) => {
      coalitions[0]!.blocks = null
      const { share } = solution.organisations.find(one => one.organisationId === PAIR[0])!
      movePence(solution, PAIR, share - 1)
    },
    expected: WRONG_SHARE,
  },
  {
    round: 'tied',
    name: 'a stored match of few winners, in which a penny moves',
    falsify: (audit, solution) => {
      movePence(solution, ['Avalon', 'Exe'], 1)
      return withoutValues(audit)
    },
    expected: WRONG_SHARE,
  },
  {
    round: 'tied',
    name: 'a stored match of few winners, called sampled by an earlier engine, in which 300 pounds move',
    falsify: (audit, solution) => {
      callSampled(solution)
      changeEngineProperty(solution, { version: '2', seed: 7777, parts: [] })
      movePence(solution, ['Avalon', 'Exe'], 30_000)
      return withoutValues(audit)
    },
    expected: WRONG_SHARE,
  },
  {
    round: 'crowded',
    name: 'draws are left out, and three pounds move within the intervals of a part that is too large for a second solver',
    falsify: (audit, solution) => {
      movePence(solution, ['supplier P10', 'buyer R10'], 300)
      return withoutValues(audit)
    },
    expected: 'open',
  },
  {
    round: 'crowded',
    name: 'two pence move between sampled shares, far within their intervals',
    falsify: (_, solution) => movePence(solution, ['supplier P10', 'buyer R10'], 2),
    expected: WRONG_SHARE,
  },
  {
    round: 'crowded',
    name: 'all draws of one winner are worth more, and everything follows',
    falsify: audit => {
      audit.coalitions[0]!.sampled!.draws!.forEach(([values], at) => {
        if (at > 24) values[0]! += 100_000
      })
      followDraws(audit)
    },
    expected: WRONG_VALUE,
  },
  {
    round: 'crowded',
    name: 'the name of the round is changed until the seed suits',
    falsify: audit => {
      audit.problem.roundId = 'another name'
      hashAgain(audit)
      followDraws(audit)
    },
    expected: /^Neither the problem nor the file is the one that the public log names/,
  },
]

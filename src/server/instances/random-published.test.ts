import loadHighs from 'highs'
import { beforeAll, expect, it } from 'vitest'
import {
  drawPseudonyms,
  swapPseudonymsToKeepLeftoverPence,
  swapPseudonymsToKeepShares,
} from '#domain/match/instance'
import { joinParties, ownersOfItems } from '#domain/match/parties'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { createOrdinaryRound } from '@credit-market/matching/test/hard-rounds'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solveBestKnown } from '@credit-market/matching/best-known'
import { solveWithAudit } from '@credit-market/matching/solve'
import { pseudonymizeMatch } from './under-pseudonyms.ts'
import { parseMatchFile } from '@credit-market/match-verifier/filed'
import {
  findSubmittedMatchErrors,
  parseSubmittedMatch,
  compareSubmittedMatches,
} from '@credit-market/match-verifier/handed-in'
import { createSecondSolver, type SecondSolver } from '@credit-market/match-verifier/second-solver'
import { calculateSharesByRule } from '@credit-market/match-verifier/shares-by-rule'
import { verifyMatchFile } from '@credit-market/match-verifier/verdict'

const ROUNDS = 8

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

/** A round published as the product does it, with pseudonyms from a seeded generator. */
const publish = (problem: MatchProblem, solution: MatchSolution, seed: number) => {
  const chance = createSeededRandom(seed)
  const draw = () => String(chance.whole(0, 2 ** 30)).padStart(10, '0')
  const first = swapPseudonymsToKeepLeftoverPence(drawPseudonyms(problem, draw), solution)
  const drawn = pseudonymizeMatch(first, problem, solution)
  const right = calculateSharesByRule(drawn.problem, drawn.solution, solver)
  const pseudonyms = right ? swapPseudonymsToKeepShares(first, solution, right) : first
  return { pseudonyms, ...pseudonymizeMatch(pseudonyms, problem, solution) }
}

const namesIn = ({ projects, requirements, groups }: MatchProblem): string[] =>
  [
    ...projects.flatMap(one => [one.id, one.name, one.supplierId, ...one.services.map(({ id }) => id)]),
    ...requirements.flatMap(one => [one.id, one.name, one.buyerId]),
    ...ownersOfItems({ projects, requirements }).values(),
    ...groups.flatMap(one => [one.id, one.name]),
    ...[...projects, ...requirements].flatMap(one => [one.ncaId, one.lpaId, one.subcatchmentId]),
    ...projects.map(one => one.offeredAt),
    ...requirements.map(one => one.bidAt),
  ].filter(name => name !== null)

const rounds = [TIED_ROUND, ...Array.from({ length: ROUNDS }, (_, seed) => createOrdinaryRound(seed + 1))]

/** A round in which two organisations are one party. */
const withParty = (problem: MatchProblem): MatchProblem => {
  const owners = [...new Set(ownersOfItems(problem).values())].toSorted()
  return joinParties(problem, [[owners[0]!, owners.at(-1)!]])
}

/** The best known match of a round in which the engine did not find one of the winners. */
const solveWorse = async (problem: MatchProblem) => {
  const best = await solveWithAudit(problem)
  const left = best.solution.requirements.find(({ won }) => won)?.id
  const { solution } = await solveWithAudit({
    ...problem,
    requirements: problem.requirements.filter(({ id }) => id !== left),
    groups: problem.groups.filter(({ memberIds }) => !memberIds.some(id => id === left)),
  })
  const idsOf = (items: readonly { id: string; won: boolean }[]) =>
    items.flatMap(({ id, won }) => (won ? [id] : []))
  return solveBestKnown(problem, {
    surplus: solution.surplus,
    bound: best.solution.surplus,
    projectIds: idsOf(solution.projects),
    requirementIds: idsOf(solution.requirements),
  })
}

it.each([
  ...rounds.map((problem, at) => [problem.roundId, problem, at, solveWithAudit] as const),
  ...rounds.map(
    (problem, at) =>
      [`${problem.roundId} with a party of two`, withParty(problem), at, solveWithAudit] as const,
  ),
  ...[TIED_ROUND, createOrdinaryRound(4), createOrdinaryRound(5)].map(
    (problem, at) => [`${problem.roundId}, not proven`, problem, at, solveWorse] as const,
  ),
])(
  'the published match of %s passes the verifier, contains no name, and has new pseudonyms each time',
  async (_id, problem, seed, solveRound) => {
    const { solution: matched, audit } = await solveRound(problem)
    const solution = { ...matched, coalitionValues: toStoredCoalitionValues(audit.coalitions) }
    for (const its of [publish(problem, solution, seed), publish(problem, solution, seed + 1000)]) {
      const { problemHash, solutionHash } = its
      const file = JSON.parse(
        JSON.stringify({
          ...{ roundId: problem.roundId, problem: its.problem, problemHash },
          ...{ solution: its.solution, solutionHash, lines: [] },
        }),
      )
      const { value, faults } = parseMatchFile(file)
      expect(faults).toBeNull()
      const { findings, open } = verifyMatchFile(value!, { solver, seed, loggedHash: problemHash })
      expect([findings, open]).toEqual([[], []])
      expect(its.solution.coalitionValues).toHaveLength(audit.coalitions.length)
      const words = new Set(JSON.stringify(file).match(/[\w:.-]+/g))
      expect(namesIn(problem).filter(name => words.has(name))).toEqual([])
      expect(its.solution.surplus).toBe(solution.surplus)
      for (const one of [...solution.projects, ...solution.requirements]) {
        const name = its.pseudonyms.offer.get(one.id) ?? its.pseudonyms.bid.get(one.id)
        const told = [...its.solution.projects, ...its.solution.requirements].find(({ id }) => id === name)
        const { won, payment, reason, critical } = one
        expect(told).toMatchObject({ won, payment, reason, critical })
      }
      const { value: itself } = parseSubmittedMatch(file.solution)
      expect(findSubmittedMatchErrors(its.problem, itself!, its.solution)).toEqual([])
      expect(compareSubmittedMatches(its.problem, itself!, its.solution, its.solution)).toMatchObject({
        is: 'same',
      })
    }
  },
)

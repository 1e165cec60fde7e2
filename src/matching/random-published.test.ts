import loadHighs from 'highs'
import { beforeAll, expect, it } from 'vitest'
import { drawPseudonyms, keepingPence, keepingShares } from '#domain/instance'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { ordinary } from '#test/matching/hard-rounds'
import { tiedRound } from '#test/matching/tied-round'
import { random } from './pricing/random.ts'
import { solve } from './solve.ts'
import { underPseudonyms } from './under-pseudonyms.ts'
import { readFiled } from './verify/filed.ts'
import { handedInFindings, readHandedIn, standingOf } from './verify/handed-in.ts'
import { secondSolver, type SecondSolver } from './verify/second-solver.ts'
import { sharesByRule } from './verify/shares-by-rule.ts'
import { verdictOn } from './verify/verdict.ts'

const ROUNDS = 8

let solver: SecondSolver
beforeAll(async () => {
  solver = secondSolver(await loadHighs(), () => Infinity)
})

/** A round published as the product does it, with names drawn by chance that can be repeated. */
const publish = (problem: MatchProblem, solution: MatchSolution, seed: number) => {
  const chance = random(seed)
  const draw = () => String(chance.whole(0, 2 ** 30)).padStart(10, '0')
  const first = keepingPence(drawPseudonyms(problem, draw), solution)
  const drawn = underPseudonyms(first, problem, solution)
  const right = sharesByRule(drawn.problem, drawn.solution, solver)
  const pseudonyms = right ? keepingShares(first, solution, right) : first
  return { pseudonyms, ...underPseudonyms(pseudonyms, problem, solution) }
}

const namesIn = ({ projects, requirements, groups }: MatchProblem): string[] =>
  [
    ...projects.flatMap(one => [one.id, one.name, one.supplierId, ...one.services.map(({ id }) => id)]),
    ...requirements.flatMap(one => [one.id, one.name, one.buyerId]),
    ...groups.flatMap(one => [one.id, one.name]),
    ...[...projects, ...requirements].flatMap(one => [one.ncaId, one.lpaId, one.subcatchmentId]),
    ...projects.map(one => one.offeredAt),
    ...requirements.map(one => one.bidAt),
  ].filter(name => name !== null)

const rounds = [tiedRound, ...Array.from({ length: ROUNDS }, (_, seed) => ordinary(seed + 1))]

it.each(rounds.map((problem, at) => [problem.roundId, problem, at] as const))(
  'the published match of %s stands before the verifier, tells no name, and its pseudonyms are drawn anew each time',
  async (_id, problem, seed) => {
    const solution = await solve(problem, {})
    for (const its of [publish(problem, solution, seed), publish(problem, solution, seed + 1000)]) {
      const { problemHash, solutionHash } = its
      const file = JSON.parse(
        JSON.stringify({
          ...{ roundId: problem.roundId, problem: its.problem, problemHash },
          ...{ solution: its.solution, solutionHash, lines: [] },
        }),
      )
      const { value, faults } = readFiled(file)
      expect(faults).toBeNull()
      expect(verdictOn(value!, { solver }).findings).toEqual([])
      const words = new Set(JSON.stringify(file).match(/[\w:.-]+/g))
      expect(namesIn(problem).filter(name => words.has(name))).toEqual([])
      expect(its.solution.surplus).toBe(solution.surplus)
      for (const one of [...solution.projects, ...solution.requirements]) {
        const name = its.pseudonyms.offer.get(one.id) ?? its.pseudonyms.bid.get(one.id)
        const told = [...its.solution.projects, ...its.solution.requirements].find(({ id }) => id === name)
        const { won, payment, reason, critical } = one
        expect(told).toMatchObject({ won, payment, reason, critical })
      }
      const { value: itself } = readHandedIn(file.solution)
      expect(handedInFindings(its.problem, itself!, its.solution)).toEqual([])
      expect(standingOf(its.problem, itself!, its.solution, its.solution)).toMatchObject({ is: 'same' })
    }
  },
)

import type { Kysely } from 'kysely'
import type { PracticeNeed, PracticeProject, PracticeRound } from '#contract/round/practice'
import type { MatchPlace, MatchProblem } from '@credit-market/matching/problem/match-problem'
import { unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'

/** The public part of a match's result: its winners. */
interface Winners {
  projects: readonly { id: string; won: boolean }[]
  requirements: readonly { id: string; won: boolean }[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Letters of the alphabet that stand for places, one series for each kind of place. */
const lettersFor = () => {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const letter = (kind: string, id: string | null): string | null => {
    if (id === null) return null
    const found = known.get(`${kind} ${id}`)
    if (found !== undefined) return found
    const at = counts.get(kind) ?? 0
    counts.set(kind, at + 1)
    const name = `${String.fromCodePoint(65 + (at % 26))}${at < 26 ? '' : Math.floor(at / 26)}`
    known.set(`${kind} ${id}`, name)
    return name
  }
  return ({ ncaId, lpaId, subcatchmentId }: MatchPlace): MatchPlace => ({
    ncaId: letter('nca', ncaId),
    lpaId: letter('lpa', lpaId),
    subcatchmentId: letter('subcatchment', subcatchmentId),
  })
}

/**
 * The sold items of a match, the largest first, under invented names: types, quantities, times, and places as letters
 * of the alphabet. The registry publishes the names and sizes of these. Contains no amounts, owners or losers,
 * whatever is in the problem.
 */
export const copySoldItemsForPractice = (
  { ampEnd, projects, requirements }: Pick<MatchProblem, 'ampEnd' | 'projects' | 'requirements'>,
  winners: Winners,
): Pick<PracticeRound, 'ampEnd' | 'projects' | 'needs'> => {
  const placed = lettersFor()
  const wonOf = (of: keyof Winners) => new Set(winners[of].filter(({ won }) => won).map(({ id }) => id))
  const [sold, met] = [wonOf('projects'), wonOf('requirements')]
  const size = (services: MatchProblem['projects'][number]['services']): number =>
    sum(services.map(({ supply }) => Math.max(0, ...supply.map(({ units }) => units))))
  return {
    ampEnd,
    projects: projects
      .filter(({ id }) => sold.has(id))
      .toSorted((a, b) => size(b.services) - size(a.services))
      .map((project, at): PracticeProject => ({
        name: `Project ${at + 1}`,
        ...placed(project),
        services: project.services.map(service => ({
          creditType: service.creditType,
          module: service.module,
          broadHabitat: service.broadHabitat,
          habitatType: service.habitatType,
          distinctiveness: service.distinctiveness,
          supply: service.supply.map(({ start, end, units }) => ({
            start,
            end,
            units: unitsToNumber(units),
          })),
        })),
      })),
    needs: requirements
      .filter(({ id }) => met.has(id))
      .toSorted((a, b) => b.ongoingUnits + b.additionalUnits - a.ongoingUnits - a.additionalUnits)
      .map((need, at): PracticeNeed => ({
        name: `Need ${at + 1}`,
        ...placed(need),
        creditType: need.creditType,
        module: need.module,
        broadHabitat: need.broadHabitat,
        habitatType: need.habitatType,
        distinctiveness: need.distinctiveness,
        kind: need.kind,
        ongoingUnits: unitsToNumber(need.ongoingUnits),
        additionalUnits: unitsToNumber(need.additionalUnits),
        redemptionDate: need.redemptionDate,
      })),
  }
}

/** Fewest items of a round that is worth practising with. */
const FEWEST = 2

/** A copy of the last settled round that is large enough to practise with; null if there is none. */
export const readPracticeRoundCopy = async (db: Kysely<Database>): Promise<PracticeRound | null> => {
  const round = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .innerJoin('settledRound', 'settledRound.roundId', 'round.id')
    .select(['round.id', 'round.name', 'market.name as market', 'settledAt'])
    .where('status', '=', 'Settled')
    .where('projects', '>=', FEWEST)
    .where('requirements', '>=', FEWEST)
    .orderBy('settledAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!round) return null
  const match = await db
    .selectFrom('matchResult')
    .select(['problem', 'solution'])
    .where('roundId', '=', round.id)
    .where('solution', 'is not', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!match?.solution) return null
  const { name, market, settledAt } = round
  return { round: { name, market, settledAt }, ...copySoldItemsForPractice(match.problem, match.solution) }
}

import type { MatchSolution } from '../problem/match-solution.ts'
import type { CompiledMarket } from '../model/compile.ts'
import type { BestMatch } from './match.ts'
import type { ColumnTieRank } from './winners.ts'

const orderOf = (changed: string, id: string, last: string): string =>
  `${new Date(changed).toISOString()}|${id}|${last}`

/** Ranks of each column for the tie rule: requirements served, projects funded, and its earliest change. */
export const tieRanksOfColumns = (market: CompiledMarket): ColumnTieRank[] => {
  const ranks = market.program.columns.map((): ColumnTieRank => ({ served: 0, projects: 0, order: null }))
  const note = (column: number, order: string, more: Partial<ColumnTieRank>): void => {
    const now = ranks[column]!
    ranks[column] = {
      ...now,
      ...more,
      order: now.order === null || order < now.order ? order : now.order,
    }
  }
  for (const { id, offeredAt } of market.problem.projects) {
    const column = market.projectColumn.get(id)!
    note(column, orderOf(offeredAt, id, 'project'), { projects: ranks[column]!.projects + 1 })
  }
  for (const { requirement, ongoingOnly, column } of market.options) {
    const order = orderOf(requirement.bidAt, requirement.id, ongoingOnly ? 'ongoing' : 'full')
    note(column, order, { served: ranks[column]!.served + 1 })
  }
  return ranks
}

const NOTES: Readonly<Record<BestMatch['decidedBy'], string>> = {
  1: 'One match alone has the greatest surplus; there was no tie.',
  2: 'Several matches have the greatest surplus; the one that serves the most requirements was taken.',
  3: 'Several matches have the greatest surplus and serve as many requirements; the fewest projects decided.',
  4: 'Several matches are equal in surplus, requirements and projects; the earliest bids and offers decided.',
}

/** Explains which step of the tie rule decided. */
export const tieExplanation = ({ decidedBy, alternatives }: BestMatch): MatchSolution['tie'] => ({
  decidedBy,
  alternatives,
  note: NOTES[decidedBy],
})

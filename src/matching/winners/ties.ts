import type { MatchSolution } from '#domain/match-solution'
import type { Market } from '../model/compile.ts'
import type { Matched } from './match.ts'
import type { TieRank } from './winners.ts'

const orderOf = (changed: string, id: string, last: string): string =>
  `${new Date(changed).toISOString()}|${id}|${last}`

/**
 * What each column means to the tie rule: requirements served, projects funded, and the earliest change in
 * it.
 */
export const tieRanksOf = (market: Market): TieRank[] => {
  const ranks = market.program.columns.map((): TieRank => ({ served: 0, projects: 0, order: null }))
  const note = (column: number, order: string, more: Partial<TieRank>): void => {
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

const NOTES: Readonly<Record<Matched['decidedBy'], string>> = {
  1: 'One match alone has the greatest surplus; there was no tie.',
  2: 'Several matches have the greatest surplus; the one that serves the most requirements was taken.',
  3: 'Several matches have the greatest surplus and serve as many requirements; the fewest projects decided.',
  4: 'Several matches are equal in surplus, requirements and projects; the earliest bids and offers decided.',
}

/** Which step of the tie rule decided, in words. */
export const tieNote = ({ decidedBy, alternatives }: Matched): MatchSolution['tie'] => ({
  decidedBy,
  alternatives,
  note: NOTES[decidedBy],
})

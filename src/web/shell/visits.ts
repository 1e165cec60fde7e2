/** Page that someone has visited in this window. */
export interface Visit {
  name: string
  to: string
  /** Context of the page: rounds of different markets often have the same name. */
  within?: string
}

const KEY = 'visits'
const MOST = 12

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' && value !== null && 'name' in value && 'to' in value

const readKept = (userId: string): Visit[] => {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('of' in kept) || !('visits' in kept)) return []
  return kept.of === userId && Array.isArray(kept.visits) ? kept.visits.filter(isVisit) : []
}

/**
 * Pages that this person visited in this window, last one first; those of other people are never returned.
 */
export const visitsOf = (userId: string): readonly Visit[] => readKept(userId)

/** Forgets all visits, so that nothing remains after signing out. */
export const forgetVisits = (): void => sessionStorage.removeItem(KEY)

/** Records a visit of this person; it is forgotten at the latest when the window is closed. */
export const recordVisit = (userId: string, visit: Visit): void => {
  const visits = [visit, ...readKept(userId).filter(({ to }) => to !== visit.to)].slice(0, MOST)
  sessionStorage.setItem(KEY, JSON.stringify({ of: userId, visits }))
}

/** A page that somebody has been at in this window. */
export interface Visit {
  name: string
  to: string
  /** What it stands under: rounds of different markets often bear the same name. */
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

/** The pages that this person was at in this window, the last one first; of somebody else's nothing is told. */
export const visitsOf = (userId: string): readonly Visit[] => readKept(userId)

/** Forgets where anybody was: whoever signs out leaves nothing. */
export const forgetVisits = (): void => sessionStorage.removeItem(KEY)

/** Notes that this person is at a page; it is forgotten with the window at the latest. */
export const noteVisit = (userId: string, visit: Visit): void => {
  const visits = [visit, ...readKept(userId).filter(({ to }) => to !== visit.to)].slice(0, MOST)
  sessionStorage.setItem(KEY, JSON.stringify({ of: userId, visits }))
}

import type { MatchReview } from '#contract/match'

/** The engine knows things by their identifiers; people know them by their names. */
export const withNames = (text: string, review: Pick<MatchReview, 'projects' | 'requirements'>): string => {
  const names = new Map([...review.projects, ...review.requirements].map(item => [item.id, item.name]))
  return text.replace(/[\w-]+/g, word => names.get(word) ?? word)
}

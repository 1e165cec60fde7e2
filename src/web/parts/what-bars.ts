import type { NextThing } from '#contract/resource'

/** What keeps a thing from being done, what takes that away, and for whom it waits where that is not the reader. */
export const whatBars = ({ missing, blockedBy = [] }: NextThing): string | undefined => {
  if (missing === undefined) return undefined
  const more = [...new Set(blockedBy.map(({ text }) => text))].filter(text => !missing.includes(text))
  const whose = [...new Set(blockedBy.map(one => one.whose))]
  const waits = whose.length > 0 && !whose.includes('you') ? [`It waits for ${whose.join(' and ')}`] : []
  return [missing, ...more, ...waits].join('. ')
}

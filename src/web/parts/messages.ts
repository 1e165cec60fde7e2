import { nounOf } from '#contract/nouns/nouns'
import { englishListFormat } from '@credit-market/values/formats'
import { showNumber } from './values/amounts.tsx'

// Actions

/** Note of an action that is not possible yet: the reason, and where to read more if anywhere. */
export const notYetPossibleText = (reason: string, more?: string): string =>
  more === undefined ? `Not yet: ${reason}` : `Not yet: ${reason}. ${more}`

/** Step to do before an action. */
export const stepBeforeActionText = (step: string): string => `First: ${step}`

/** Action or step that is not possible yet, with the reason. */
export const notPossibleText = (action: string, reason: string): string =>
  `${action}: not possible yet. ${reason}.`

const list = englishListFormat()

/** People or organisations that have to act before a step is possible, each named once. */
export const waitingForText = (who: readonly string[]): string =>
  `Waiting for ${list.format([...new Set(who)])}`

/** Reason why a step is not possible yet, followed by the obstacles that it does not mention. */
export const obstaclesText = (reason: string, obstacles: readonly { text: string }[]): string => {
  const more = [...new Set(obstacles.map(({ text }) => text))].filter(text => !reason.includes(text))
  return [reason, ...more].join('. ')
}

// Counts

/** Number of records of a kind: `26 credit requirements`. */
export const recordCountText = (count: number, kind: string): string => {
  const [one, many] = nounOf(kind)?.called ?? [kind, kind]
  return `${showNumber(count)} ${count === 1 ? one : many}`
}

export const overdueCountText = (steps: number): string =>
  steps === 1 ? '1 step is overdue' : `${showNumber(steps)} steps are overdue`

export const differencesText = (count: number): string =>
  count === 1 ? '1 difference' : `${showNumber(count)} differences`

// Lists

export const entryCountText = (count: number): string =>
  count === 1 ? '1 entry' : `${showNumber(count)} entries`
export const selectedCountText = (count: number): string => `${showNumber(count)} selected`
export const selectionLimitText = (most: number): string => `Select ${showNumber(most)} at most to continue`
export const linksCopiedText = (count: number): string =>
  count === 1 ? 'Link copied' : `${count} links copied`
export const LINKS_NOT_COPIED_TEXT = 'Your browser did not allow copying'

/** Label of the button that shows the filters, with the number of those in use. */
export const filtersLabel = (inUse: number): string => (inUse > 0 ? `Filters (${inUse})` : 'Filters')

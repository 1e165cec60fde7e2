export const CORRECT_ANSWERS_TEXT = 'Correct the answers below'
export const ALREADY_PROPOSED_TEXT = 'This has already been proposed'
export const REASON_NEEDED_TEXT = 'Say why you are proposing this'

/** Summary of the errors in a form. */
export const errorCountText = (count: number): string =>
  count === 1 ? 'There is 1 error' : `There are ${count} errors`

/** Link that shows all errors of a form, or that answers are missing if nothing else is wrong. */
export const showErrorsText = (count: number, isOnlyMissing: boolean): string => {
  if (isOnlyMissing) return count === 1 ? 'Show the missing answer' : `Show ${count} missing answers`
  return count === 1 ? 'Show the error' : `Show ${count} errors`
}

/** First of several messages about one answer, with the number of the others. */
export const firstMessageAndCount = (first: string, others: number): string => `${first} (and ${others} more)`

export const CHOOSE_ON_MAP = 'Choose on a map'

/** Label of the map next to a list of areas. */
export const areasMapLabel = (areas: string): string =>
  `${areas} on a map. Press an area to choose it or to take it back. The list above has the same areas.`

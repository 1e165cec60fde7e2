import type { DraftAnswers } from '#actions/common/draft'

/**
 * Answers that the server would not take because the session had ended, until the same person opens the form again. They
 * stand in the memory of the page alone: whoever else signs in there does not come by them.
 */
let held: { whose: string; url: string; answers: DraftAnswers } | null = null

/** Holds the last answers of a form for whoever gave them. */
export const holdAnswers = (whose: string, url: string, answers: DraftAnswers): void => {
  held = { whose, url, answers }
}

/** What is held of a form, if it is this person's; what somebody else has left is forgotten. */
export const heldAnswers = (whose: string, url: string): DraftAnswers | null => {
  if (held?.whose !== whose) held = null
  return held?.url === url ? held.answers : null
}

/** They have arrived, or are no longer wanted. */
export const letGo = (url: string): void => {
  if (held?.url === url) held = null
}

import type { LossReason } from '../problem/match-solution.ts'
import { showUnits, type Units } from '@credit-market/values/units'

/** Sentences for the owner of a losing project; they reveal no one else's amounts. */
export const PROJECT_LOSS_SENTENCES: Readonly<Record<LossReason, string>> = {
  noCompatibleService: 'No requirement in this round could use the credits this project offers.',
  notEnoughUnits: 'This project offers too few units for the requirements it could serve.',
  notInTime: 'The credits of this project are not available when the requirements it could serve need them.',
  group: 'Another member of its group won, or a member it depends on could not win.',
  price: 'The offer was higher than the value of what the project could add to the match.',
  tie: 'The project could have been part of an equally good match; the published tie rule decided.',
  notInBestKnown:
    'The project is not in the best match that was found in time. A better match may exist, and the project may be in it.',
}

/** Sentences for the owner of a losing requirement. */
export const REQUIREMENT_LOSS_SENTENCES: Readonly<Record<LossReason, string>> = {
  noCompatibleService: 'No project in this round offers credits that may serve this requirement.',
  notEnoughUnits: 'The projects that may serve this requirement offer too few units.',
  notInTime: 'The credits that may serve this requirement are not available for all the time it needs them.',
  group: 'Another member of its group won, or a member it depends on could not win.',
  price: 'The bid was lower than what it would have cost to serve this requirement.',
  tie: 'The requirement could have been part of an equally good match; the published tie rule decided.',
  notInBestKnown:
    'The requirement is not in the best match that was found in time. A better match may exist, and the requirement may be in it.',
}

/** Sentence for the owner of a winning project. */
export const PROJECT_WIN_SENTENCE =
  'The project won: it receives all it asked for, and its share of the surplus on top.'

/** Sentence for the owner of a winning requirement. */
export const requirementWinSentence = (part: number, units: Units, ongoingOnly: boolean): string => {
  const what = ongoingOnly ? 'for its ongoing units alone' : part < 1 ? 'in part' : 'in full'
  return `The requirement won ${what}: ${showUnits(units)} units, for the bid less its share of the surplus.`
}

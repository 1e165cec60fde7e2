import { PLACE_PRECISION_LABELS, PLACE_PRECISIONS } from '#domain/place/precision'
import { action, saveAnswers } from '../kit/action.ts'
import { withHint, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Sets the least precision of places that other people see, whatever owners choose. */
export const setPlacePrecision = action({
  name: 'SetPlacePrecision',
  on: 'market',
  title: 'Set location precision',
  description:
    'Choose how exactly the public register and maps must show the location of projects and credit requirements. Owners can choose to show more, but not less. Your choice applies straight away to all rounds of this market.',
  who: [operator],
  fields: {
    placePrecision: withHint(
      oneOf('Everyone can see at least this much of a location', PLACE_PRECISIONS, PLACE_PRECISION_LABELS),
      'Owners, their agents, the market operator and the local planning authority always see the exact location.',
    ),
  },
  effect: saveAnswers,
  done: 'The location precision has been saved',
})

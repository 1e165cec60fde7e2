import { PLACE_PRECISION_LABELS, PLACE_PRECISIONS } from '#domain/place/precision'
import { action, save } from '../kit/action.ts'
import { hinted, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** How precisely places are told at the least to those who have no part in a thing, whatever its owner chooses. */
export const setPlacePrecision = action({
  name: 'SetPlacePrecision',
  on: 'market',
  title: 'Set how places are told',
  description:
    'What the public register and maps tell at the least of where projects and credit requirements are. Owners may let others know more, never less. It applies at once to all rounds of this market.',
  who: [operator],
  fields: {
    placePrecision: hinted(
      oneOf('At the least', PLACE_PRECISIONS, PLACE_PRECISION_LABELS),
      'Owners, their agents, the market operator and the planning authority of the area always see the exact place.',
    ),
  },
  effect: save,
})

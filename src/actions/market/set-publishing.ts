import { MATCH_PUBLICATION_POLICIES, MATCH_PUBLICATION_POLICY_LABELS } from '#domain/round/market'
import { action, saveAnswers } from '../kit/action.ts'
import { withHint, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { PLACE_PRECISION_LABELS, PLACE_PRECISIONS } from '#domain/place/precision'

const { withheld, published } = MATCH_PUBLICATION_POLICY_LABELS

/** Question whether the matches of a market's rounds are published on acceptance, with a hint on what that reveals. */
export const matchPublicationField = withHint(
  {
    ...oneOf('Publish matches once they are accepted', MATCH_PUBLICATION_POLICIES, { withheld, published }),
    about: {
      withheld: 'Suppliers, buyers and investors see their own results. Only the operator sees all results.',
      published:
        'Anyone can check the result and read every offer, bid and payment. Names and locations are left out, but anyone can work out most names, because the public register shows the units of each requirement and project. Tell participants before they bid.',
    },
  },
  'Published matches show random numbers instead of names, different in each round. People can still work out most names.',
)

/** Sets whether anyone may check the matches of a market. */
export const setMatchPublication = action({
  name: 'SetPublishing',
  on: 'market',
  title: 'Set publication of matches',
  description:
    'Your choice applies to rounds of this market whose matches are accepted from now on. If you choose no, matches that are already published are hidden until you choose yes again. Other people may have copies.',
  who: [operator],
  fields: { instances: matchPublicationField },
  effect: saveAnswers,
  done: 'Your choice about publishing matches has been saved',
})

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

import { INSTANCES, INSTANCES_LABELS } from '#domain/market'
import { action, save } from '../kit/action.ts'
import { hinted, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const { withheld, published } = INSTANCES_LABELS

/** Whether the matches of a market's rounds are published once they are accepted; what that gives away is said where it is chosen. */
export const instances = hinted(
  {
    ...oneOf('Publish matches once they are accepted', INSTANCES, { withheld, published }),
    about: {
      withheld:
        'Suppliers, buyers and investors read their own results; only the operator reads all the rest.',
      published:
        'Anybody can check the result, and reads every offer, bid and payment. Names and places are left out, but units are not: whoever knows how many units a requirement needs or a project supplies, which the public register tells, can find its bid or offer. Say so to those who take part before they bid.',
    },
  },
  'Pseudonyms are drawn by lot for each round anew.',
)

/** Whether anybody may check the matches of a market. */
export const setPublishing = action({
  name: 'SetPublishing',
  on: 'market',
  title: 'Set publication of matches',
  description:
    'It applies to the rounds of this market whose matches are accepted from now on. To say no hides also what is published already, until it is yes again; copies that others have taken stay with them.',
  who: [operator],
  fields: { instances },
  effect: save,
})

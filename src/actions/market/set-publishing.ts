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
        'Anyone can check the result, and reads every offer, bid and payment. Names and places are left out, but anyone can work out most names: the public register tells how many units each requirement needs and each project supplies. Tell those who take part before they bid.',
    },
  },
  'Numbers take the place of names. They are drawn by lot for each round, and do not hide who is who.',
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

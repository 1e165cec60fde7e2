import { INSTANCES, INSTANCES_LABELS } from '#domain/market'
import { action, save } from '../kit/action.ts'
import { hinted, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const { withheld, published } = INSTANCES_LABELS

/** Whether the matches of a market's rounds are published once they are accepted. */
export const instances = hinted(
  {
    ...oneOf('Publish matches once they are accepted', INSTANCES, { withheld, published }),
    about: {
      withheld: 'Everybody reads the own result, and the operator alone what it follows from',
      published:
        'Anybody can check that the result is right, and reads all offers, bids and payments without names',
    },
  },
  'Names and places are left out, but not units: who knows what a requirement needs, as the public register tells it, finds its bid. Say so to those who take part before they bid.',
)

/** Whether anybody may check the matches of a market. */
export const setPublishing = action({
  name: 'SetPublishing',
  on: 'market',
  title: 'Set publication of matches',
  description:
    'Whether the matches of rounds that are accepted from now on are published under pseudonyms. To say no hides those that are published, until it is yes again; who has a file keeps it.',
  who: [operator],
  fields: { instances },
  effect: save,
})

import { seasonsFrom, seasonText } from '#domain/round/season'
import { capitalise } from '#domain/text/sentence'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOfGiven, optional, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Seasons that can be announced: two years. */
const SEASONS = 8

/** Announces when a draft round is expected to open, or takes that back; everyone whom the round fits gets a message each time. */
export const announcePlan = action({
  name: 'AnnouncePlan',
  on: 'round',
  title: 'Announce as planned',
  description:
    'Everyone can see the name, the credits and the areas of the round, and the season in which it is expected. Dates are not shown before registration opens.',
  binds: {
    verb: 'Announce it',
    undone:
      'You can announce another season later, or take the announcement back. Everyone whom the round suits gets a message each time.',
  },
  who: [operator],
  from: ['Draft'],
  given: async (_read, { expectedFrom }, _actor, today) => ({
    seasons: [...new Set([...seasonsFrom(today, SEASONS), ...(expectedFrom === null ? [] : [expectedFrom])])]
      .toSorted()
      .map(id => ({ id, name: capitalise(seasonText(id)) })),
    announced: expectedFrom,
  }),
  fields: {
    expectedFrom: optional(
      withHint(
        oneOfGiven('Registration is expected to open in', 'seasons'),
        'If you leave this empty, the round is not planned any more, and is a draft that only you can see.',
      ),
    ),
  },
  check: ({ expectedFrom }, { announced }) =>
    (expectedFrom ?? null) === announced
      ? {
          expectedFrom:
            announced === null ? 'Choose a season' : 'This is already announced. Choose another season',
        }
      : {},
  effect: saveAnswers,
  done: values =>
    values.expectedFrom ? 'The planned round has been announced' : 'The announcement has been taken back',
})

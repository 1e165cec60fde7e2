import { formatLondonTime } from '#domain/values/london'
import { hasAllRegistrationDates } from '#domain/round/round'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'

/** Opens or re-opens a round for registration. */
export const openRegistration = action({
  name: 'Open',
  on: 'round',
  title: 'Open',
  label: 'Open registration',
  binds: {
    verb: 'Open registration',
    undone:
      'You can close registration again at any time. Everything that is registered by then stays registered.',
  },
  who: [operator],
  from: ['Draft', 'Closed'],
  when: round => hasAllRegistrationDates(round) || 'Open is not possible. Set all registration dates first',
  given: async (read, { bidsOpen }) => ({
    missed: bidsOpen !== null && bidsOpen <= (await read.clock()) ? formatLondonTime(bidsOpen) : null,
  }),
  fields: { confirmed: confirm('Open this market round for registration') },
  check: (_answers, { missed }) =>
    missed === null
      ? {}
      : {
          form: `The time for bids and offers to open, ${missed}, has passed. Set later times first, or remove the times`,
        },
  to: 'Open',
  done: 'Registration is open',
})

/** Closes a round for registration. */
export const closeRegistration = action({
  name: 'Close',
  on: 'round',
  title: 'Close',
  label: 'Close registration',
  binds: {
    verb: 'Close registration',
    undone: 'You can open registration again until bids and offers open.',
  },
  who: [operator, system],
  from: ['Open'],
  fields: { confirmed: confirm('Close this market round for registration') },
  to: 'Closed',
  done: 'Registration is closed',
})

import { showMoment } from '#domain/london'
import { hasAllDates } from '#domain/round'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Opens a round for registration, or opens it again. */
export const open = action({
  name: 'Open',
  on: 'round',
  title: 'Open',
  label: 'Open registration',
  binds: {
    verb: 'Open registration',
    undone: 'Registration can be closed again at any time; what is registered meanwhile stays.',
  },
  who: [operator],
  from: ['Draft', 'Closed'],
  when: round => hasAllDates(round) || 'Open is not possible: set all registration dates first',
  given: async (read, { bidsOpen }) => ({
    missed: bidsOpen !== null && bidsOpen <= (await read.clock()) ? showMoment(bidsOpen) : null,
  }),
  fields: { confirmed: confirm('Open this market round for registration') },
  check: (_answers, { missed }) =>
    missed === null
      ? {}
      : { form: `Bids and offers were to open on ${missed}. Set later times first, or none` },
  to: 'Open',
  done: 'Registration is open',
})

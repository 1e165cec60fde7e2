import { action } from '../kit/action.ts'
import { money, notStored, withHint } from '../kit/fields.ts'
import { replacementReason, replaceUnits, replacingAction } from './replacing-action.ts'

const NOTHING_UNSOLD = 'No unsold units may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by unsold units of verified projects: as many as possible on every day, at a recorded price (decision 0192). */
export const replaceFromUnsold = action({
  ...replacingAction('unsold', NOTHING_UNSOLD),
  name: 'ReplaceFromUnsold',
  on: 'case',
  title: 'Replace from unsold units',
  description:
    'Unsold units of verified projects take the place of failed ones, as many as the rules of compatibility allow. Draw on the reserve first, which costs nothing.',
  fields: {
    price: withHint(
      notStored(money('Price per unit')),
      'As agreed with the suppliers, the same for all units that are replaced now. Only the market operator can read it.',
    ),
    reason: replacementReason,
  },
  effect: ({ subject, values: { reason, price }, reads, newId }) =>
    replaceUnits(subject, reads, { reason, pricePerUnit: price, newId }),
})

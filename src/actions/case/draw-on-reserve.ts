import { action } from '../kit/action.ts'
import { replacementReason, replaceUnits, replacingAction } from './replacing-action.ts'

const NOTHING_TO_DRAW =
  'The reserve has no units that may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by units of the reserve: as many as possible on every day, at no price (decision 0191). */
export const drawOnReserve = action({
  ...replacingAction('reserve', NOTHING_TO_DRAW),
  name: 'DrawOnReserve',
  on: 'case',
  title: 'Draw on the reserve',
  description:
    'Units of the reserve take the place of failed ones, as many as the rules of compatibility allow.',
  fields: { reason: replacementReason },
  effect: ({ subject, values: { reason }, reads, newId }) =>
    replaceUnits(subject, reads, { reason, pricePerUnit: null, newId }),
})

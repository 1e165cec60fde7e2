import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { RESERVE_APPLIES_TO, type ReserveAppliesTo } from '#domain/round/round'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { storedAgreement, withHint, numberWith, oneOf, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const APPLIES_TO_LABELS: Record<ReserveAppliesTo, string> = {
  allDemand: 'All demand',
  ongoingDemand: 'Ongoing demand',
  supply: 'Supply',
}

const percentage = z
  .number({ error: FIELD_REQUIRED })
  .refine(value => value > 0 && value < 100, {
    error: ({ input }) => `${String(input)}% is not valid for the credit reserve`,
    abort: true,
  })
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most 2 decimals')

/** Sets the credit reserve of a round, or that it has none. */
export const setReserveInfo = action({
  name: 'SetReserveInfo',
  on: 'round',
  title: 'Set credit reserve',
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ status }) => !['Draft', 'Open', 'Closed'].includes(status),
  from: ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  fields: {
    hasReserve: yesNo('Does this market round have a credit reserve?'),
    reservePercentage: numberWith(
      'Reserve percentage',
      percentage,
      percent => Math.round(percent * 100),
      (basisPoints: number) => basisPoints / 100,
      '%',
    ),
    reserveAppliesTo: withHint(
      oneOf('Applies to', RESERVE_APPLIES_TO, APPLIES_TO_LABELS),
      'The units to which the percentage applies: all units needed, units needed for ever, or units supplied.',
    ),
    agreedWithEMB: withHint(
      storedAgreement('Agreed with the Environmental Markets Board'),
      'The board has agreed to exactly these figures. You must confirm this again each time you change them.',
    ),
  },
  // People confirm exactly these figures, so each change needs a new confirmation.
  initial: ({ hasReserve, reserveBasisPoints, reserveAppliesTo }) => ({
    hasReserve,
    reservePercentage: reserveBasisPoints === null ? null : reserveBasisPoints / 100,
    reserveAppliesTo,
    agreedWithEMB: null,
  }),
  show: {
    reservePercentage: ({ hasReserve }) => hasReserve === true,
    reserveAppliesTo: ({ hasReserve }) => hasReserve === true,
  },
  warn: ({ reservePercentage: percent }) =>
    typeof percent === 'number' && percent > 0 && percent < 100 && (percent < 10 || percent > 20)
      ? { reservePercentage: 'The recommended range is 10% to 20%' }
      : {},
  effect: ({ subject, values: { reservePercentage, ...reserve } }) => [
    update('round', subject, { ...reserve, reserveBasisPoints: reservePercentage }),
  ],
  done: 'The credit reserve has been saved',
})

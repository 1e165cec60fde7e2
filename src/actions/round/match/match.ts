import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { needsConfirmationAfterReopening } from '#domain/match/freeze'
import {
  bidWithoutDepositText,
  EVERY_DEPOSIT_MISSING,
  missingDepositsWarning,
} from '#domain/match/missing-deposits'
import { MAX_MATCH_MINUTES, USUAL_MATCH_MINUTES } from '#domain/unfinished-match/unfinished-match'
import { toObstacle } from '../../common/obstacle.ts'
import { action } from '../../kit/action.ts'
import { startTask, update } from '../../kit/changes.ts'
import { confirm, numberWith, optional, withHint } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { findHardBidWarnings } from './hard-bid-warnings.ts'
import { isNoDepositMissing, readMissingDeposits } from './missing-deposits.ts'
import { findSeparateParties } from './separate-players.ts'

/** Warning about offers and bids that do not count because their owners have not confirmed them. */
const unconfirmedAmounts = (count: number): string =>
  count === 1
    ? '1 offer or bid was not confirmed after the round was opened again, and does not count'
    : `${count} offers and bids were not confirmed after the round was opened again, and do not count`

const minutesRule = z
  .number({ error: FIELD_REQUIRED })
  .int('Must be a whole number of minutes')
  .min(1, 'Must be 1 minute or more')
  .max(MAX_MATCH_MINUTES, 'Must be a day or less: 1,440 minutes')

/** After a match that failed, the form proposes this many times its time. */
const LONGER = 4

const sameNumber = (minutes: number): number => minutes

const NOTHING_TO_MATCH = 'There is nothing to match. You need at least one offer and one bid'

/**
 * Asks the engine for a match of the current offers and bids. A second person agrees to the bids that are left out for their deposit,
 * because whoever matches may not have uploaded the last statement of the bank (decision 0248).
 */
export const startMatch = action({
  name: 'Match',
  on: 'round',
  title: 'Match',
  label: 'Match offers and bids',
  binds: {
    verb: 'Start matching',
    undone: 'No one is bound or notified yet. You review the match next, and can reject it.',
  },
  description: 'Finds the match with the greatest surplus, and what each winner pays or receives.',
  who: [operator],
  approval: 'secondPerson',
  approvalWaived: isNoDepositMissing,
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null || 'Match is not possible. Set the credit reserve first, or choose no reserve',
  given: async (read, round, _actor, today) => {
    const made = await read.list('project', { roundId: round.id, status: 'Offered' })
    const bid = await read.list('requirement', { roundId: round.id, status: 'Bid' })
    const offers = made.filter(one => !needsConfirmationAfterReopening(one))
    const confirmed = bid.filter(one => !needsConfirmationAfterReopening(one))
    const missing = await readMissingDeposits(read, round, confirmed)
    const bids = confirmed.filter(({ id }) => !missing.some(one => one.id === id))
    const isOnlyUnpaid = offers.length > 0 && bids.length === 0 && missing.length > 0
    const players = new Set([...offers.map(one => one.supplierId), ...bids.map(one => one.buyerId)])
    return {
      unconfirmed: made.length + bid.length - offers.length - confirmed.length,
      missing,
      isOnlyUnpaid,
      separate: await findSeparateParties(read, players, today, round.joinsCommonControl),
      hardBids: await findHardBidWarnings(read, round, bids),
      obstacles:
        isOnlyUnpaid || (offers.length > 0 && bids.length > 0)
          ? []
          : [toObstacle('round', round, 'OpenBidsAndOffers', NOTHING_TO_MATCH)],
    }
  },
  fields: {
    matchMinutes: optional(
      withHint(
        numberWith('Time limit', minutesRule, sameNumber, sameNumber, 'minutes'),
        `If you leave this empty, the match has ${USUAL_MATCH_MINUTES} minutes. After a match that ran out of time, give more: up to 1,440 minutes, which is a day.`,
      ),
    ),
    confirmed: confirm('Start matching'),
  },
  initial: ({ status, matchMinutes }) => ({
    matchMinutes:
      status === 'Failed'
        ? Math.min(MAX_MATCH_MINUTES, LONGER * (matchMinutes ?? USUAL_MATCH_MINUTES))
        : null,
  }),
  warn: (_answers, _round, { separate, hardBids, unconfirmed, missing }) => {
    const said = [
      ...separate,
      ...hardBids,
      ...(unconfirmed > 0 ? [unconfirmedAmounts(unconfirmed)] : []),
      ...(missing.length > 0 ? [missingDepositsWarning(missing.length)] : []),
    ]
    return said.length > 0 ? { confirmed: said.join('. ') } : {}
  },
  check: (_, { obstacles: [first], isOnlyUnpaid }) => {
    if (isOnlyUnpaid) return { form: EVERY_DEPOSIT_MISSING }
    return first ? { form: first.text } : {}
  },
  to: 'Pending',
  preview: ({ given: { missing } }) => ({ preview: missing.map(bidWithoutDepositText) }),
  effect: ({ subject, values: { matchMinutes }, given: { missing } }) => [
    update('round', subject, { matchMinutes, withoutDeposit: missing.map(({ id }) => id) }),
    startTask('match', subject.id),
  ],
  done: 'Matching has started',
})

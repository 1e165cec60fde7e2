import { actingAgentId } from '#domain/people/agency'
import { NO_BID } from '#domain/project/requirement'
import { requirementRoundCandidate } from '#domain/project/fits-round'
import {
  checkNextRound,
  nextRoundField,
  readNextRounds,
  remarkOutsideWindow,
  warnNextRound,
} from '../common/reregistration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { isRedemptionDatePast, REDEMPTION_PASSED_MESSAGE } from './redemption-date.ts'

/** Registers a requirement that won nothing in one round for another. */
export const reregisterRequirement = action({
  name: 'Reregister',
  on: 'requirement',
  title: 'Register again',
  description:
    'Puts the credit requirement forward for another market round. Its history from earlier rounds is kept.',
  who: [operator, owner, agent('RegisterForRound', 'another round')],
  from: ['Unmatched'],
  given: (read, requirement, actor) =>
    readNextRounds(
      read,
      actor,
      { ownerId: requirement.buyerId, roundId: requirement.roundId },
      requirementRoundCandidate(requirement),
    ),
  fields: { ...nextRoundField, declarations: declarations('MarketRoundCreditRequirement_Register') },
  show: { declarations: ({ marketRoundId }) => Boolean(marketRoundId) },
  check: checkNextRound,
  warn: (answers, requirement, given) => ({
    ...warnNextRound(answers, given, 'Not registered as a buyer or investor in any open market rounds'),
    ...(isRedemptionDatePast(requirement, given.today)
      ? { form: `${REDEMPTION_PASSED_MESSAGE}. Set a new one before the registration is completed` }
      : {}),
  }),
  to: 'Provisional',
  effect: ({ subject, values: { marketRoundId }, given, actor }) => [
    update('requirement', subject, {
      roundId: marketRoundId,
      agentId: actingAgentId(actor),
      ...NO_BID,
      groupId: null,
      endedAs: null,
    }),
    ...remarkOutsideWindow('requirement', subject, marketRoundId, given),
  ],
  done: 'Your credit requirement is in the new market round',
})

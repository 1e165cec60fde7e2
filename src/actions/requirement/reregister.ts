import { agentIdOf } from '#domain/agency'
import { requirementCandidate } from '#domain/fits-round'
import {
  checkRoundAhead,
  roundAhead,
  roundsAhead,
  toldOutside,
  warnRoundAhead,
} from '../common/reregistration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { hasPassed, REDEMPTION_PASSED } from './redemption-date.ts'

/** Puts a requirement that won nothing in one round forward for another. */
export const reregister = action({
  name: 'Reregister',
  on: 'requirement',
  title: 'Register again',
  description:
    'Puts the credit requirement forward for another market round. What it did in earlier rounds is kept.',
  who: [operator, owner, agent('RegisterForRound', 'another round')],
  from: ['Unmatched'],
  given: (read, requirement, actor) =>
    roundsAhead(
      read,
      actor,
      { ownerId: requirement.buyerId, roundId: requirement.roundId },
      requirementCandidate(requirement),
    ),
  fields: { ...roundAhead, declarations: declarations('MarketRoundCreditRequirement_Register') },
  show: { declarations: ({ marketRoundId }) => Boolean(marketRoundId) },
  check: checkRoundAhead,
  warn: (answers, requirement, given) => ({
    ...warnRoundAhead(answers, given, 'Not registered as a buyer or investor in any open market rounds'),
    ...(hasPassed(requirement, given.today)
      ? { form: `${REDEMPTION_PASSED}: set a new one before the registration is completed` }
      : {}),
  }),
  to: 'Provisional',
  effect: ({ subject, values: { marketRoundId }, given, actor }) => [
    update('requirement', subject, {
      roundId: marketRoundId,
      agentId: agentIdOf(actor),
      bid: null,
      bidOngoingOnly: null,
      acceptOngoingOnly: null,
      bidAt: null,
      groupId: null,
      endedAs: null,
    }),
    ...toldOutside('requirement', subject, marketRoundId, given),
  ],
})

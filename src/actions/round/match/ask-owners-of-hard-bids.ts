import { mayAgentReadFigures } from '#domain/disclosure/disclosure'
import { hardBidsSentence, HARD_BID_TEXTS } from '#domain/unfinished-match/messages'
import type { HardBids } from '#domain/unfinished-match/hard-bids'
import type { MatchResult } from '#domain/match/match-result'
import { toObstacle } from '../../common/obstacle.ts'
import { action } from '../../kit/action.ts'
import { type Change, update } from '../../kit/changes.ts'
import { longText, notStored, withHint } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { notify } from '../../notices/tell.ts'
import { readHardBidOwners } from './hard-bid-warnings.ts'

/** First text of the message to the owners of bids that make a match hard. */
const ASK_OWNERS_MESSAGE =
  'The match of this round ran out of time, and your bids are among those that make it hard. Could you simplify them? You can change your bids if the round opens again for bids and offers. Please answer with a comment on one of your bids.'

/** Preview of the message to owners: who gets it. */
const askedOwnersPreview = (owners: readonly string[]): string =>
  `${owners.join(', ')} and their agents get your message`

const NO_HARD_BIDS = 'No bids stand out as hard in the last match of this round'

const bidsText = ({ problem }: MatchResult, { reason, requirementIds }: HardBids): string => {
  const names = problem.requirements.flatMap(({ id, name }) => (requirementIds.includes(id) ? [name] : []))
  return `${hardBidsSentence({ reason, requirementIds }, 'yours')}: ${names.join(', ')}. ${HARD_BID_TEXTS[reason].advice}`
}

/** Sends a message to the owners of the bids that make a match hard, and to their agents; nothing else changes. */
export const askOwnersOfHardBids = action({
  name: 'AskOwnersOfHardBids',
  on: 'round',
  title: 'Ask owners of hard bids',
  binds: {
    verb: 'Send the message',
    undone:
      'You cannot take the message back. No bid changes: owners can change bids if you open the round again.',
  },
  description:
    'The last match ran out of time. Send a message to the owners of the bids that make it hard, so that they can simplify them when you open the round again.',
  who: [operator],
  from: ['Failed'],
  given: async (read, round) => {
    const result = await read.latest('matchResult', { roundId: round.id })
    const hard = result?.unfinished?.hard ?? []
    const names = await readHardBidOwners(read, hard)
    return {
      hardBids: hard.map(one => hardBidsSentence(one, names.get(one.organisationId) ?? one.organisationId)),
      obstacles: hard.length > 0 ? [] : [toObstacle('round', round, 'Match', NO_HARD_BIDS)],
    }
  },
  fields: {
    message: notStored(
      withHint(
        longText('Message to the owners'),
        'Each owner gets this message with the names of its own bids, why they make the match hard, and what would be easier.',
      ),
    ),
  },
  initial: () => ({ message: ASK_OWNERS_MESSAGE }),
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  reads: async (read, round) => {
    const result = await read.latest('matchResult', { roundId: round.id })
    return {
      result,
      names: await readHardBidOwners(read, result?.unfinished?.hard ?? []),
      authorities: await read.list('agentAuthority', { roundId: round.id, status: 'Approved' }),
    }
  },
  preview: ({ given: { hardBids }, reads: { names } }) => ({
    preview: [askedOwnersPreview([...names.values()]), ...hardBids],
  }),
  effect: ({ subject: round, values: { message }, reads: { result, authorities, names }, now }) => {
    if (!result?.unfinished) throw new Error(`Round ${round.id} has no unfinished match`)
    const { hard } = result.unfinished
    return [
      update('matchResult', result, { ownersAskedAt: now }),
      ...[...names].flatMap(([organisationId, name]): Change[] => {
        const facts = {
          bids: hard
            .filter(one => one.organisationId === organisationId)
            .map(one => bidsText(result, one))
            .join('\n'),
          message,
        }
        const agents = authorities.filter(
          held => held.clientId === organisationId && mayAgentReadFigures(held.permissions),
        )
        return [
          notify('hard-bids', 'round', round, { organisationId }, facts),
          ...agents.map(({ agentId }) =>
            notify(
              'hard-bids',
              'round',
              round,
              { organisationId: agentId, forClientId: organisationId },
              { ...facts, client: name },
            ),
          ),
        ]
      }),
    ]
  },
  done: 'The owners have your message',
})

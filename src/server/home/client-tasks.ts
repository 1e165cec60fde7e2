import type { ClientTask, ClientTasks } from '#contract/desk/client-tasks'
import { pageAddress } from '#contract/nouns/nouns'
import type { Actor } from '#domain/people/actor'
import { representedOrganisationIds } from '#domain/people/agency'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { isOneOf } from '#domain/values/narrow'
import type { Participation } from '#domain/round/participation'
import type { Round } from '#domain/round/round'
import { roundJoiningState } from '#domain/round/round-days'
import { utcDayOf } from '@credit-market/values/dates'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { readLastDaysToJoin } from '../views/taking-part.ts'
import type { OwnedStep } from './own-steps.ts'

const BIDS: readonly (string | null)[] = ['SetOffer', 'ConfirmOffer', 'SetBid', 'ConfirmBid']

const stageOf = ({ step, thing }: OwnedStep): ClientTask['stage'] => {
  const isSold =
    isOneOf(SOLD_PROJECT_STATUSES, thing.status) || isOneOf(SOLD_REQUIREMENT_STATUSES, thing.status)
  return isSold ? 'afterMatch' : BIDS.includes(step.action) ? 'bid' : 'register'
}

const taskOf = (client: string, owned: OwnedStep): ClientTask => {
  const { step, thing } = owned
  const { kind, id, name, version } = thing
  return {
    stage: stageOf(owned),
    // The row names the client.
    text: step.text.startsWith(`${client}, `) ? step.text.slice(client.length + 2) : step.text,
    link: step.link,
    by: step.by ?? null,
    missing: step.missing ?? null,
    action: step.action,
    on: { kind, id, name, version },
  }
}

/** Rounds that an agent may join for a client, and that the client has not joined. */
const roundsToJoin = (
  reader: Actor,
  clientId: string,
  { rounds, acting }: { rounds: readonly Round[]; acting: readonly Participation[] },
  today: string,
): Round[] =>
  rounds.filter(
    round =>
      roundJoiningState(round, today) === 'now' &&
      reader.authorities.some(
        ({ clientId: one, roundId, permissions }) =>
          one === clientId && roundId === round.id && permissions.includes('RegisterForRound'),
      ) &&
      !acting.some(
        ({ organisationId, roundId, status }) =>
          organisationId === clientId && roundId === round.id && status !== 'Interested',
      ),
  )

/** Lists the tasks that an agent can do for each of its clients, by stage, including clients without tasks. */
export const listClientTasks = async (
  reader: Actor,
  known: { items: readonly OwnedStep[]; rounds: readonly Round[]; acting: readonly Participation[] },
  context: ViewContext,
): Promise<ClientTasks[]> => {
  const { db, now, read } = context
  const ids = representedOrganisationIds(reader)
  const [clients, market, lastDay] = await Promise.all([
    read.list('organisation', { id: ids }),
    readNamesOfKind(
      db,
      'market',
      known.rounds.map(({ marketId }) => marketId),
    ),
    readLastDaysToJoin(reader, context),
  ])
  return clients
    .map(({ id, name, version }): ClientTasks => {
      const join = roundsToJoin(reader, id, known, utcDayOf(now)).map((round): ClientTask => ({
        stage: 'join',
        text: `Join ${market(round.marketId)?.name ?? ''}, ${round.name}`,
        link: `${pageAddress('round', round)}?action=RegisterAsParticipant`,
        by: lastDay(round) ?? null,
        missing: null,
        action: 'RegisterAsParticipant',
        on: { kind: 'round', id: round.id, name: round.name, version: round.version },
      }))
      const own = known.items.filter(({ ownerId }) => ownerId === id)
      return { client: { id, name, version }, tasks: [...join, ...own.map(one => taskOf(name, one))] }
    })
    .toSorted((a, b) => a.client.name.localeCompare(b.client.name, 'en-GB'))
}

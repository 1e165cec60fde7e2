import { findAction } from '#actions/index'
import type { Choice } from '#actions/kit/fields'
import type { Actor } from '#domain/people/actor'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Kind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import type { Round } from '#domain/round/round'
import type { User } from '#domain/people/user'
import { mayRead } from '#contract/nouns/read-access'
import type { Resource } from '#contract/kit/resource'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { readActor } from '#server/auth/sessions'
import { listAvailableActions } from '#server/runner/available'
import type { Store } from '#server/store/store'
import { type Answer, type Person, type Subject, waitUntil } from '../builders/world.ts'
import { randomValidAnswers } from './answers.ts'
import { creatingActions, MOVE_ON_PRIORITY, isRoundStep, STEPS_PER_STATUS, actionPriority } from './worth.ts'

/** A completed step of a history. */
export interface Step {
  who: string
  action: string
  on: Subject
}

/** A possible next step: who, what, and on what. */
interface Wish extends Step {
  weight: number
}

interface Thing<K extends StoredKind = StoredKind> {
  kind: K
  row: EntityOfKind<K>
}

/** The setting of a history: people at work, and the store. */
export interface Marketplace {
  operatorId: string
  as: (userId: string) => Pick<Person, 'send' | 'get' | 'form' | 'tries'>
  store: Store
  now: () => Instant
  /** A change of rights signs a person out, so they sign in again. */
  signsInAgain: (userId: string) => void
}

/** The minimum number of steps of a history. */
export const MIN_STEPS = 60
const MOST_STEPS = 140
/** No projects or requirements beyond this number are created, so that the existing ones make progress. */
const ENOUGH = 3
/** The number of steps before a form without valid answers is tried again. */
const PATIENCE = 5
const IN_ROUND = [
  'participation',
  'agentAuthority',
  'roundQuestion',
  'project',
  'requirement',
  'projectGroup',
  'requirementGroup',
  'case',
  'proposal',
] as const

const weighted = (from: readonly Wish[], chance: RandomNumberGenerator): Wish | undefined => {
  let rest = chance.next() * from.reduce((sum, { weight }) => sum + weight, 0)
  return from.find(({ weight }) => (rest -= weight) < 0)
}

/**
 * One market round, played by people who choose randomly among available actions: the operator, participants, an agent
 * and a planning authority. Unsold projects of the previous round may come again. Every submission must be accepted or
 * refused with a message; after each accepted one `look` is called.
 */
export const playRound = async (
  market: Marketplace,
  { seed, before }: { seed: number; before?: string },
  look: (step: Step, roundId: string) => Promise<void>,
): Promise<{ steps: Step[]; roundId: string }> => {
  const chance = createSeededRandom(seed)
  const { store, operatorId } = market
  const { read } = store
  const steps: Step[] = []
  const tried = new Map<string, number>()
  const failed = new Map<string, number>()
  const keyOf = ({ on, action }: Step) => `${on.kind} ${on.id} ${action}`

  const users = await read.list('user', {})
  const cast = chance.shuffled(await read.list('organisation', { type: 'PARTICIPANT' })).slice(0, 3)
  const present = users.filter(
    user => !user.groups.includes('participant') || cast.some(({ id }) => id === user.organisationId),
  )
  const actorsOf = async (some: readonly User[]): Promise<Actor[]> =>
    (await Promise.all(some.map(({ id }) => readActor(store.db, id)))).filter(one => one !== undefined)
  const isAgent = ({ groups }: User) => groups.includes('agent')
  const others = await actorsOf(present.filter(user => !isAgent(user)))
  // The last step may have changed an agent’s permissions.
  const everybody = async () => [...others, ...(await actorsOf(present.filter(isAgent)))]

  const traded = chance.shuffled(['Biodiversity', 'NutrientMitigationPhosphorous']).slice(chance.whole(0, 1))
  const choices = new Map<string, readonly Choice[]>()
  const choicesAt = async (source: string): Promise<readonly Choice[]> => {
    const known = choices.get(source)
    if (known) return known
    const all = await market.as(operatorId).get<Choice[]>(source)
    choices.set(source, all)
    return all
  }

  const attempt = async (step: Step, roundId = ''): Promise<Answer | null> => {
    const action = findAction(step.on.kind, step.action)
    if (!action) throw new Error(`There is no ${step.action} on ${step.on.kind}`)
    const person = market.as(step.who)
    const form = await person.form(step.action, step.on)
    // Only one proposal per action and subject waits at a time.
    const isWaiting = (form.approval?.waiting ?? null) !== null
    const asked = { action, form, usual: [roundId, ...traded], random: chance, choicesAt }
    const right = isWaiting ? null : await randomValidAnswers(asked)
    tried.set(keyOf(step), (tried.get(keyOf(step)) ?? 0) + (right ? 1 : 0.3))
    if (!right) {
      failed.set(keyOf(step), steps.length)
      return null
    }
    const answer = await person.tries(step.action, step.on, right.values, right.uploads)
    if (![200, 202, 409, 422].includes(answer.status))
      throw new Error(`${step.who}, ${step.action}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer.status === 200 || answer.status === 202) steps.push(step)
    return answer
  }

  const [marketplace] = await read.list('market', {})
  const begin = {
    who: operatorId,
    action: 'CreateRound',
    on: { kind: 'market', id: marketplace?.id },
  } as const
  const begun = await waitUntil('a round is made', async () => {
    const answer = await attempt(begin)
    return answer?.status === 200 && answer
  })
  const roundId = (begun.body as { context: Resource }).context.id
  await look(begin, roundId)

  const things = async (round: Round): Promise<Thing[]> => {
    const inRound = await Promise.all(
      IN_ROUND.map(async kind => (await read.list(kind, { roundId })).map(row => ({ kind, row }))),
    )
    const unsold = before
      ? await Promise.all(
          (['project', 'requirement'] as const).map(async kind =>
            (await read.list(kind, { roundId: before })).map(row => ({ kind, row })),
          ),
        )
      : []
    return [
      { kind: 'round', row: round },
      ...cast.map(row => ({ kind: 'organisation' as const, row })),
      ...inRound.flat(),
      ...unsold.flat(),
    ]
  }

  const wishes = async (round: Round): Promise<Wish[]> => {
    const around = { round, today: utcDayOf(market.now()) }
    const [all, actors] = await Promise.all([things(round), everybody()])
    const isPast = ({ row }: Thing) => 'roundId' in row && row.roundId !== roundId
    const isEnough = (kind: Kind) =>
      all.filter(thing => thing.kind === kind && !isPast(thing)).length >= ENOUGH
    const barred = new Set((['project', 'requirement'] as const).filter(isEnough).flatMap(creatingActions))
    return all.flatMap(thing => {
      const { kind, row } = thing
      return actors
        .filter(actor => mayRead(kind, row, actor))
        .flatMap(actor =>
          listAvailableActions(kind, row, actor, around).map(({ id: action }) => {
            const step = { who: actor.userId ?? '', action, on: { kind, id: row.id } }
            const isOut =
              barred.has(action) ||
              isPast(thing) !== (action === 'Reregister') ||
              steps.length < (failed.get(keyOf(step)) ?? -PATIENCE) + PATIENCE
            return { ...step, weight: isOut ? 0 : actionPriority(kind, action, tried.get(keyOf(step)) ?? 0) }
          }),
        )
    })
  }

  let since = { steps: 0, turns: 0, status: 'Draft' }
  for (let turns = 0; turns < 3 * MOST_STEPS && steps.length < MOST_STEPS; turns += 1) {
    const round = await waitUntil('the match ends', async () => {
      const now = (await read.one('round', roundId)) as Round
      if (now.status !== 'Pending' && now.status !== 'Matching') return now
      // A read would notice that the server is down.
      await market.as(operatorId).get(`/api/round/${roundId}`)
      return false
    })
    if (round.status !== since.status) since = { steps: steps.length, turns, status: round.status }
    const enough = STEPS_PER_STATUS[round.status] ?? 0
    const isTime = steps.length - since.steps >= enough || turns - since.turns >= 2 * enough
    const all = await wishes(round)
    const staying = all.filter(({ on, action }) => on.kind !== 'round' || !isRoundStep(action))
    const mayMove = isTime || staying.every(({ weight }) => weight < MOVE_ON_PRIORITY)
    if (round.status === 'Settled' && mayMove && steps.length >= MIN_STEPS) break
    const wish = weighted(mayMove ? all : staying, chance)
    const answer = wish && (await attempt(wish, roundId))
    if (answer?.status === 200) await look(wish as Wish, roundId)
  }
  return { steps, roundId }
}

import { findAction } from '#actions/index'
import type { Choice } from '#actions/kit/fields'
import type { Actor } from '#domain/actor'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import { ownerOf } from '#domain/ownership'
import type { Round } from '#domain/round'
import type { Resource } from '#domain/wire/general'
import { random, type Random } from '#matching/random'
import { offeredOn } from '#server/offered-actions'
import type { Store } from '#server/store/store'
import { type Answer, type Person, type Subject, until } from '../builders/world.ts'
import { rightAnswers } from './answers.ts'
import { birthsOf, DULL, isRoundStep, STAY, worthOf } from './worth.ts'

/** One step of a history that was done. */
export interface Step {
  who: string
  action: string
  on: Subject
}

/** Something that may be done next: by whom, what, on what. */
interface Wish extends Step {
  weight: number
}

interface Thing<K extends Kind = Kind> {
  kind: K
  row: SubjectOf<K>
}

/** Where a history is played: people at work, and what is stored. */
export interface Marketplace {
  as: (userId: string) => Pick<Person, 'get' | 'form' | 'tries'>
  store: Store
  now: () => Instant
}

const OPERATOR = 'operator'
const MOST_STEPS = 150
/** Projects and requirements beyond these are not begun, so that those there are get somewhere. */
const ENOUGH = 3

const weighted = (from: readonly Wish[], chance: Random): Wish | undefined => {
  let rest = chance.next() * from.reduce((sum, { weight }) => sum + weight, 0)
  return from.find(({ weight }) => (rest -= weight) < 0)
}

/**
 * One market round, played by people who choose at random among what they are offered: the operator, suppliers, buyers.
 * Every submission must be accepted, or refused in words; after each one that is done `look` is called.
 */
export const play = async (
  market: Marketplace,
  seed: number,
  look: (step: Step, roundId: string) => Promise<void>,
): Promise<Step[]> => {
  const chance = random(seed)
  const { read } = market.store
  const steps: Step[] = []
  const tried = new Map<string, number>()
  const keyOf = ({ on, action }: Step) => `${on.kind} ${on.id} ${action}`

  const users = new Map<string, Actor>()
  for (const user of await read.list('user', {}))
    if (user.organisationId)
      users.set(user.organisationId, { ...user, userId: user.id, name: user.displayName } as never)
  const everybody = await read.list('organisation', { type: 'PARTICIPANT' })
  const cast = chance.shuffled(everybody.filter(({ id }) => users.has(id))).slice(0, 3)
  const actorOf = (organisationId: string | null): Actor | undefined => {
    const user = organisationId === null ? undefined : users.get(organisationId)
    return user && { ...user, organisationType: 'PARTICIPANT', lpaId: null, authorities: [] }
  }
  const operator: Actor = {
    userId: OPERATOR,
    name: OPERATOR,
    groups: ['admin'],
    organisationId: null,
    organisationType: 'OPER',
    lpaId: null,
    authorities: [],
  }

  const choices = new Map<string, readonly Choice[]>()
  const choicesAt = async (source: string): Promise<readonly Choice[]> => {
    const known = choices.get(source)
    if (known) return known
    const answer = await market.as(OPERATOR).get<Choice[] | { items: Choice[] }>(source)
    // Few choices, so that what is offered and what is needed are likely to meet.
    const few = chance.shuffled(Array.isArray(answer) ? answer : answer.items).slice(0, 2)
    choices.set(source, few)
    return few
  }

  const attempt = async (step: Step): Promise<Answer | null> => {
    tried.set(keyOf(step), (tried.get(keyOf(step)) ?? 0) + 1)
    const action = findAction(step.on.kind, step.action)
    if (!action) throw new Error(`There is no ${step.action} on ${step.on.kind}`)
    const person = market.as(step.who)
    const form = await person.form(step.action, step.on)
    const right = await rightAnswers({ action, form, random: chance, choicesAt })
    if (!right) return null
    const answer = await person.tries(step.action, step.on, right.values, right.uploads)
    if (answer.status !== 200 && answer.status !== 409 && answer.status !== 422)
      throw new Error(`${step.who}, ${step.action}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer.status === 200) steps.push(step)
    return answer
  }

  const [marketplace] = chance.shuffled(await read.list('market', {}))
  const begin = { who: OPERATOR, action: 'CreateRound', on: { kind: 'market', id: marketplace?.id } } as const
  const begun = await until('a round is made', async () => {
    const answer = await attempt(begin)
    return answer?.status === 200 && answer
  })
  const roundId = (begun.body as { context: Resource }).context.id
  await look(begin, roundId)

  const things = async (round: Round): Promise<Thing[]> => [
    { kind: 'round', row: round },
    ...cast.map(row => ({ kind: 'organisation' as const, row })),
    ...(
      await Promise.all(
        (['participation', 'project', 'requirement', 'projectGroup', 'requirementGroup'] as const).map(
          async kind => (await read.list(kind, { roundId })).map(row => ({ kind, row })),
        ),
      )
    ).flat(),
  ]

  const wishes = async (round: Round): Promise<Wish[]> => {
    const around = { round, today: dayOf(market.now()) }
    const all = await things(round)
    const isEnough = (kind: Kind) => all.filter(thing => thing.kind === kind).length >= ENOUGH
    const barred = new Set((['project', 'requirement'] as const).filter(isEnough).flatMap(birthsOf))
    return all.flatMap(({ kind, row }) =>
      [operator, actorOf(ownerOf(kind, row))].flatMap(actor =>
        actor === undefined
          ? []
          : offeredOn(kind, row, actor, around).map(({ id: action }) => {
              const step = { who: actor.userId ?? '', action, on: { kind, id: row.id } }
              return {
                ...step,
                weight: barred.has(action) ? 0 : worthOf(kind, action, tried.get(keyOf(step)) ?? 0),
              }
            }),
      ),
    )
  }

  let since = { steps: 0, turns: 0, status: 'Draft' }
  for (let turns = 0; turns < 3 * MOST_STEPS && steps.length < MOST_STEPS; turns += 1) {
    const round = await until('the match ends', async () => {
      const now = (await read.one('round', roundId)) as Round
      return now.status !== 'Pending' && now.status !== 'Matching' && now
    })
    if (round.status !== since.status) since = { steps: steps.length, turns, status: round.status }
    const enough = STAY[round.status] ?? 0
    const isTime = steps.length - since.steps >= enough || turns - since.turns >= 2 * enough
    const all = await wishes(round)
    const staying = all.filter(({ on, action }) => on.kind !== 'round' || !isRoundStep(action))
    const mayMove = isTime || staying.every(({ weight }) => weight < DULL)
    if (round.status === 'Settled' && mayMove) break
    const wish = weighted(mayMove ? all : staying, chance)
    const answer = wish && (await attempt(wish))
    if (answer?.status === 200) await look(wish as Wish, roundId)
  }
  return steps
}

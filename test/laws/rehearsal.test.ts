import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Choice } from '#actions/kit/fields'
import type { Actor } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import { mayRead } from '#contract/read-access'
import { random } from '#matching/pricing/random'
import { actorFor } from '#server/auth/sessions'
import { collectionSubject, isCollection, roundOf } from '#server/runner/facts'
import { newcomers, operatorIn } from '../builders/installation.ts'
import { type Subject, world, type World } from '../builders/world.ts'
import { rightAnswers } from '../histories/answers.ts'
import { LEAST_STEPS, play } from '../histories/history.ts'
import { rehearsedThenRun } from './rehearsed.ts'

const MOST_TRIES = 8
const SOAK = Number(process.env.SOAK_HISTORIES)

/** Who may do something, on what. */
interface Chance {
  actor: Actor
  subject: Subject
}

// What is proposed is approved first, while what it is about is as it was; what is done to people comes last: some would be signed out.
const placeOf = ({ on, carriesOut }: Action): number => (carriesOut ? 0 : on === 'user' ? 2 : 1)
const named = allActions
  .toSorted((one, other) => placeOf(one) - placeOf(other))
  .map(action => [`${action.on}: ${action.name}`, action] as const)

describe('every action of the demonstration market', () => {
  let market: World
  let actors: Actor[]
  beforeAll(async () => {
    market = await world({ works: false })
    const users = await market.store.read.list('user', { active: true })
    const found = await Promise.all(users.map(({ id }) => actorFor(market.store.db, id)))
    actors = found.filter(one => one !== undefined)
  })
  afterAll(() => market.close())

  const subjectsOf = async ({ on }: Action): Promise<[Subject, SubjectOf<Kind>][]> => {
    if (isCollection(on)) return [[{ kind: on }, collectionSubject(on)]]
    // The last first: those who have been there from the beginning are still needed.
    return (await market.store.read.list(on, {})).toReversed().map(row => [{ kind: on, id: row.id }, row])
  }

  const chancesFor = async (action: Action): Promise<Chance[]> => {
    const { read } = market.store
    const today = dayOf(market.runtime.now())
    const chances: Chance[] = []
    for (const [subject, row] of await subjectsOf(action)) {
      const round = await roundOf(read, action.on, row)
      for (const actor of actors)
        if (
          (isCollection(action.on) || mayRead(action.on, row as never, actor)) &&
          available(action, actor, row, { round, today }) === true
        )
          chances.push({ actor, subject })
    }
    return chances
  }

  const answersTo = async (action: Action, { actor, subject }: Chance, seed: number) => {
    const person = market.as(actor.userId ?? '')
    const form = await person.form(action.name, subject)
    const choicesAt = (source: string) => person.get<Choice[]>(source)
    return rightAnswers({ action, form, usual: [], random: random(seed), choicesAt })
  }

  test.each(named)(
    'the action %s changes nothing when it is rehearsed, and then does what was said',
    async (_, action) => {
      const chances = await chancesFor(action)
      for (const [seed, chance] of chances.slice(0, MOST_TRIES).entries()) {
        const answers = await answersTo(action, chance, seed)
        if (!answers) continue
        const who = chance.actor.userId ?? ''
        const { status } = await rehearsedThenRun(market, who, action.name, chance.subject, answers)
        if (status === 200) return
      }
      // Nobody can do it here and now: that is said, and no more.
      const [[subject] = [{ kind: action.on, id: 'nothing' }]] = await subjectsOf(action)
      const status = await rehearsedThenRun(market, 'operator', action.name, subject, { values: {} })
      expect([403, 404, 409, 422]).toContain(status.status)
    },
  )
})

it('a market round played at random does at each step what the rehearsal said, or refuses it in the same words', async () => {
  const market = await world({ from: newcomers })
  const operatorId = await operatorIn(market.store)
  for (let seed = 1; seed <= (SOAK || 1); seed += 1) {
    const { steps } = await play(
      {
        operatorId,
        store: market.store,
        now: market.runtime.now,
        signsInAgain: () => {},
        as: who => ({
          ...market.as(who),
          tries: (action, on, values, uploads) =>
            rehearsedThenRun(market, who, action, on, { values: values ?? {}, uploads }),
        }),
      },
      { seed },
      async () => {},
    )
    expect(steps.length).toBeGreaterThanOrEqual(LEAST_STEPS)
  }
  await market.close()
})

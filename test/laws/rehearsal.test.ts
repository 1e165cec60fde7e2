import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Choice } from '#actions/kit/fields'
import type { Actor } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import { mayRead } from '#contract/nouns/read-access'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { readActor } from '#server/auth/sessions'
import { subjectOfCollection, isCollection, readRoundOf } from '#server/runner/facts'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { type Subject, world, type World } from '../builders/world.ts'
import { randomValidAnswers } from '../histories/answers.ts'
import { MIN_STEPS, playRound } from '../histories/history.ts'
import { expectPreviewMatchesAction } from './rehearsed.ts'

const MOST_TRIES = 8
const SOAK = Number(process.env.SOAK_HISTORIES)

/** A person, an action and a subject on which it is possible. */
interface Chance {
  actor: Actor
  subject: Subject
}

// A proposal is approved first, while its subject is unchanged; actions on people come last, because some would be signed
// out.
const placeOf = ({ on, carriesOut }: Action): number => (carriesOut ? 0 : on === 'user' ? 2 : 1)
const named = allActions
  .toSorted((one, other) => placeOf(one) - placeOf(other))
  .map(action => [`${action.on}: ${action.name}`, action] as const)

describe('actions of the demonstration market', () => {
  let market: World
  let actors: Actor[]
  beforeAll(async () => {
    market = await world({ works: false })
    const users = await market.store.read.list('user', { active: true })
    const found = await Promise.all(users.map(({ id }) => readActor(market.store.db, id)))
    actors = found.filter(one => one !== undefined)
  })
  afterAll(() => market.close())

  const subjectsOf = async ({ on }: Action): Promise<[Subject, EntityOfKind<Kind>][]> => {
    if (isCollection(on)) return [[{ kind: on }, subjectOfCollection(on)]]
    // The newest first: older ones are still needed.
    return (await market.store.read.list(on, {})).toReversed().map(row => [{ kind: on, id: row.id }, row])
  }

  /** A generator, because the first is usually enough. */
  async function* chancesFor(action: Action): AsyncGenerator<Chance> {
    const { read } = market.store
    const today = utcDayOf(market.runtime.now())
    for (const [subject, row] of await subjectsOf(action)) {
      const round = await readRoundOf(read, action.on, row)
      for (const actor of actors)
        if (
          (isCollection(action.on) || mayRead(action.on, row as never, actor)) &&
          checkAvailability(action, actor, row, { round, today }) === true
        )
          yield { actor, subject }
    }
  }

  const answersTo = async (action: Action, { actor, subject }: Chance, seed: number) => {
    const person = market.as(actor.userId ?? '')
    const form = await person.form(action.name, subject)
    const choicesAt = (source: string) => person.get<Choice[]>(source)
    return randomValidAnswers({ action, form, usual: [], random: createSeededRandom(seed), choicesAt })
  }

  test.each(named)(
    'the action %s changes nothing in its preview, and then does what the preview said',
    async (_, action) => {
      let tries = 0
      for await (const chance of chancesFor(action)) {
        if (tries === MOST_TRIES) break
        const answers = await answersTo(action, chance, tries)
        tries += 1
        if (!answers) continue
        const who = chance.actor.userId ?? ''
        const { status } = await expectPreviewMatchesAction(market, who, action.name, chance.subject, answers)
        if (status === 200) return
      }
      // When no one can do it now, only that is reported.
      const [[subject] = [{ kind: action.on, id: 'nothing' }]] = await subjectsOf(action)
      const status = await expectPreviewMatchesAction(market, 'operator', action.name, subject, {
        values: {},
      })
      expect([403, 404, 409, 422]).toContain(status.status)
    },
  )
})

it('a random market round follows each step’s preview, or refuses the step in the same words', async () => {
  const market = await world({ from: firstStartInstallation })
  const operatorId = await operatorIdIn(market.store)
  for (let seed = 1; seed <= (SOAK || 1); seed += 1) {
    const { steps } = await playRound(
      {
        operatorId,
        store: market.store,
        now: market.runtime.now,
        signsInAgain: () => {},
        as: who => ({
          ...market.as(who),
          tries: (action, on, values, uploads) =>
            expectPreviewMatchesAction(market, who, action, on, { values: values ?? {}, uploads }),
        }),
      },
      { seed },
      async () => {},
    )
    expect(steps.length).toBeGreaterThanOrEqual(MIN_STEPS)
  }
  await market.close()
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allActions } from '#actions/index'
import type { Action, Answers } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Choice } from '#actions/kit/fields'
import { mayRead } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { readActor } from '#server/auth/sessions'
import { subjectOfCollection, isCollection, readRoundOf } from '#server/runner/facts'
import { pathOf, type Subject, submissionOf, world, type World } from '../builders/world.ts'
import { randomValidAnswers } from '../histories/answers.ts'

/** The number of submissions with hostile values in the everyday run; SOAK_REQUESTS sets it for a long run. */
const SUBMISSIONS = Number(process.env.SOAK_REQUESTS) || 600
const SEED = 20_261_122
const AT_ONCE = 8

let market: World
let actors: Actor[]
beforeAll(async () => {
  market = await world({ works: false })
  const users = await market.store.read.list('user', { active: true })
  const found = await Promise.all(users.map(({ id }) => readActor(market.store.db, id)))
  actors = found.filter(one => one !== undefined)
})
afterAll(() => market.close())

/** An action that a person may run on a subject, with answers that its form accepts if any were found. */
interface Door {
  action: Action
  who: string
  subject: Subject
  values: Answers
  uploads: Parameters<typeof submissionOf>[1]
}

const subjectsOf = async ({ on }: Action): Promise<[Subject, object][]> => {
  if (isCollection(on)) return [[{ kind: on }, subjectOfCollection(on)]]
  return (await market.store.read.list(on, {})).map(row => [{ kind: on, id: row.id }, row])
}

const doorTo = async (action: Action): Promise<Door | undefined> => {
  const { read } = market.store
  const today = utcDayOf(market.runtime.now())
  for (const [subject, row] of await subjectsOf(action)) {
    const round = await readRoundOf(read, action.on, row as never)
    for (const actor of actors) {
      const who = actor.userId ?? ''
      if (!isCollection(action.on) && !mayRead(action.on, row as never, actor)) continue
      if (checkAvailability(action, actor, row as never, { round, today }) !== true) continue
      const person = market.as(who)
      const form = await person.form(action.name, subject)
      const choicesAt = (source: string) => person.get<Choice[]>(source)
      const right = await randomValidAnswers({
        action,
        form,
        usual: [],
        random: createSeededRandom(1),
        choicesAt,
      })
      const { values = form.values, uploads } = right ?? {}
      const files = uploads && Object.keys(uploads).length > 0 ? uploads : undefined
      return { action, who, subject, values, uploads: files }
    }
  }
  return undefined
}

const lone = '\ud800'
const hostile = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(
      ...[null, true, false, 0, -0, -1, 0.1, 1e-7, 1e21, 1e308, 2 ** 53, 5e-324, 4_294_967_296],
      ...[
        '',
        ' ',
        '\0',
        lone,
        `half ${lone} of it`,
        '__proto__',
        'constructor',
        'toString',
        'x'.repeat(12_000),
      ],
      ...['2027-02-30', '0000-00-00', '+275760-09-13', '9999-12-31', '2027-01-01', '1', 'true', 'NaN'],
      ...[[], [[]], [null], [0], ['__proto__'], {}, { id: 'x' }, { id: 1, name: 2 }, { id: null }],
      ...[
        { length: 1e9 },
        { json: '{}' },
        { json: `{"root":{"children":[{"type":"text","text":"${lone}"}]}}` },
      ],
      ...[{ json: '{"root":{"children":[[],{"type":"text","text":"x"},7]}}', text: 'other words' }],
      ...[[{ id: 'x', answer: true }], [{ id: '__proto__', answer: 1 }], { toString: 1, valueOf: 1 }],
    ),
    fc.double(),
    fc.string({ unit: 'binary', maxLength: 12 }),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(
    fc.constantFrom('id', 'name', 'answer', 'text', 'json', '__proto__', 'length', 'then', 'toJSON'),
    tie('any'),
    { maxKeys: 3 },
  ),
})).any

const attack = fc.record({
  pick: fc.nat(),
  /** The answers to replace. */
  replaced: fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 4 }),
  isRehearsed: fc.boolean(),
  keepsFiles: fc.boolean(),
})

it(
  'no action fails with a server error on hostile values, whoever runs it',
  async () => {
    const doors: Door[] = []
    for (const action of allActions) {
      const door = await doorTo(action)
      if (door) doors.push(door)
    }
    // Actions that no one may run now would be refused before their values are validated.
    expect(doors.length).toBeGreaterThan(allActions.length / 2)

    const faults: string[] = []
    const seen = new Map<number, number>()
    const attackOne = async ({ replaced, isRehearsed, keepsFiles }: Attack, nth: number): Promise<void> => {
      const { action, who, subject, values, uploads } = doors[nth % doors.length]!
      const names = Object.keys(action.fields)
      const given: Answers = { ...values }
      for (const [pick, value] of replaced) {
        const name = names[pick % names.length]
        if (name !== undefined)
          Object.defineProperty(given, name, { value, enumerable: true, writable: true })
      }
      const submission = { values: given, ...(isRehearsed && { preview: true }) }
      const sent = submissionOf(submission, keepsFiles ? uploads : undefined)
      const path = `${pathOf(subject)}/action/${action.name}`
      const { status } = await market.as(who).send(path, sent)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      if (status >= 500) faults.push(`${status} ${who} ${path} ${JSON.stringify(submission)}`)
    }
    const attacks = fc.sample(attack, { numRuns: SUBMISSIONS, seed: SEED })
    for (let from = 0; from < attacks.length; from += AT_ONCE)
      await Promise.all(
        attacks.slice(from, from + AT_ONCE).map((given, index) => attackOne(given, from + index)),
      )
    expect(faults).toEqual([])
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 422]))
  },
  120_000 + 20 * SUBMISSIONS,
)

type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never

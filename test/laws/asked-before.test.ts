import { describe, expect, test } from 'vitest'
import { allActions, findAction } from '#actions/index'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { Change, Read } from '#actions/kit/changes'
import { acceptedAnswers, validateAnswers } from '#actions/kit/judge'
import type { Obstacle } from '#actions/common/obstacle'
import { SYSTEM, type Actor } from '#domain/people/actor'
import {
  COLLECTION_KINDS,
  type EntityMap,
  type Kind,
  type StoredKind,
  type EntityOfKind,
} from '#domain/disclosure/entities'
import type { Organisation } from '#domain/people/organisation'
import type { Round } from '#domain/round/round'
import { SAMPLES } from '../store/samples.ts'

// No check refuses for something that no earlier form has asked that person for.

const TODAY = '2026-06-15'
const NOW = `${TODAY}T12:00:00.000Z`

type Rows = { readonly [K in StoredKind]?: readonly EntityMap[K][] }

/** A store with these rows, and for all other kinds what `others` says. */
const reading = (rows: Rows, others: 'the samples' | 'nothing'): Read => {
  const all = <K extends StoredKind>(kind: K): readonly EntityMap[K][] =>
    rows[kind] ?? (others === 'nothing' ? [] : [SAMPLES[kind]])
  return {
    one: async (kind, which) =>
      all(kind).find(row => typeof which !== 'string' || kind !== 'organisation' || row.id === which),
    list: async kind => [...all(kind)],
    latest: async kind => all(kind)[0],
    clock: async () => NOW,
    priceRange: async () => null,
    payableInvoices: async () => [],
    bidsWithoutDeposit: async () => [],
    heldShares: async () => new Map(),
    checkFunds: async () => ({ compliance: 0, performance: 0 }),
    returnedPayments: async () => [],
  }
}

const subjectOf = ({ on }: Action): EntityOfKind<Kind> =>
  (COLLECTION_KINDS as readonly string[]).includes(on)
    ? { id: on, version: 0 }
    : { ...SAMPLES[on as StoredKind], status: 'Provisional' }

const bare = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && !/^(id|type|status|name|capacity)$|Id$/.test(name) ? null : value,
    ]),
  ) as T

const anOperator: Actor = {
  ...SYSTEM,
  ...{ userId: 'olga', name: 'Olga', groups: ['admin'] },
  ...{ organisationId: 'operator', organisationType: 'OPER' },
}

const factsOf = async (
  action: Action,
  subject: EntityOfKind<Kind>,
  read: Read,
  actor: Actor,
): Promise<ActionFacts> => ({
  ...(await action.given?.(read, subject, actor, TODAY)),
  declarations: [],
  today: TODAY,
  actorIsOperator: actor === anOperator,
})

describe('an action that publishes its obstacles', () => {
  const worlds = {
    'with everything': [reading({}, 'the samples'), (row: EntityOfKind<Kind>) => row],
    'with nothing filed': [reading({}, 'nothing'), bare],
    'with organisations of which nothing is known': [
      reading({ organisation: [bare(SAMPLES.organisation)] }, 'the samples'),
      bare,
    ],
  } as const
  test.each(Object.entries(worlds))('says who removes each of them, %s', async (_name, [read, as]) => {
    const publishing = await Promise.all(
      allActions.map(async action => {
        const facts = await factsOf(action, as(subjectOf(action)), read, anOperator).catch(() => undefined)
        return facts && 'issues' in facts ? [{ action, facts }] : []
      }),
    )
    expect(publishing.flat().length).toBeGreaterThan(2)
    for (const { action, facts } of publishing.flat()) {
      const obstacles = (facts.obstacles ?? []) as Obstacle[]
      const advice = `${action.on}.${action.name}: publish its issues by \`standing\`, each with the action that takes it away`
      expect(
        obstacles.map(({ text }) => text),
        advice,
      ).toEqual(facts.issues)
      for (const { kind, action: name, text } of obstacles)
        expect(findAction(kind, name), `${kind} has no ${name} to remove: ${text}`).toBeDefined()
    }
  })
})

describe('joining a round', () => {
  const DETAILS = ['contact', 'email', 'phone', 'mailingAddress'] as const
  const RIGHT: Answers = {
    contact: 'Nell Newcomer',
    email: 'nell@new.example',
    phone: '+441632960777',
    mailingAddress: 'Newcomer Farm, Taunton',
    organisationId: 'newcomer',
    marketRoundId: 'round-1',
    capacities: ['Supplier'],
    declarations: [],
  }
  const leadsIn = (action: Action) =>
    (action.on === 'participation' && action.to === 'Provisional') ||
    action.moves?.some(([kind, , to]) => kind === 'participation' && to === 'Provisional')
  const doors = allActions.filter(leadsIn)
  const subsets = Array.from({ length: 2 ** DETAILS.length }, (_, bits) =>
    DETAILS.filter((_detail, place) => bits & (2 ** place)),
  )
  const newcomer = (missing: readonly string[]): Organisation => ({
    ...SAMPLES.organisation,
    id: 'newcomer',
    ...Object.fromEntries(missing.map(name => [name, null])),
  })
  const round: Round = {
    ...SAMPLES.round,
    ...{ id: 'round-1', status: 'Open', bidderType: 'BuyersAndInvestors' },
    ...{ suppliersStart: '2026-06-01', suppliersEnd: '2026-06-30' },
  }
  const its: Actor = {
    ...anOperator,
    ...{
      userId: 'nell',
      groups: ['participant'],
      organisationId: 'newcomer',
      organisationType: 'PARTICIPANT',
    },
  }
  const itsAgent: Actor = {
    ...its,
    ...{ userId: 'amy', groups: ['agent'], organisationId: 'agency', organisationType: 'AGENT' },
    authorities: [
      { clientId: 'newcomer', roundId: 'round-1', permissions: ['RegisterForRound'], hasEnded: false },
    ],
  }
  const applied = (organisation: Organisation, changes: readonly Change[]): Organisation =>
    changes.reduce(
      (row, change) =>
        change.change === 'update' && change.kind === 'organisation' ? { ...row, ...change.patch } : row,
      organisation,
    )
  const actors = { 'its own people': its, 'its agent': itsAgent, 'the market operator': anOperator }
  const ways = doors.flatMap(door =>
    Object.entries(actors).map(([who, actor]) => [`${door.on}.${door.name} by ${who}`, door, actor] as const),
  )

  test('is possible in three ways', () => expect(doors).toHaveLength(3))

  test.each(ways)(
    'by %s asks for everything that the registration check requires',
    async (_n, door, actor) => {
      // The mailing address is always among the missing parts: no form leaves out another detail and asks for this one.
      for (const missing of subsets.filter(one => one.length === 0 || one.includes('mailingAddress'))) {
        const organisation = newcomer(missing)
        const part = { ...SAMPLES.participation, organisationId: 'newcomer', roundId: 'round-1' }
        const rows = { organisation: [organisation], round: [round], participation: [] }
        const subject = {
          organisation,
          round,
          participation: { ...part, status: 'Interested' as const },
        }[door.on as 'organisation' | 'round' | 'participation']
        const given = await factsOf(door, subject, reading(rows, 'nothing'), actor)
        const unanswered = { ...RIGHT, ...Object.fromEntries(DETAILS.map(name => [name, null])) }
        expect(Object.keys(validateAnswers(door, unanswered, given)).toSorted()).toEqual(
          [...missing].toSorted(),
        )
        expect(validateAnswers(door, RIGHT, given)).toEqual({})
        const values = acceptedAnswers(door, RIGHT, given)
        const reads = await door.reads?.(reading(rows, 'nothing'), subject, values, given)
        const changes =
          door.effect && typeof door.effect === 'function'
            ? door.effect({
                ...{ on: door.on, subject, values, given, actor },
                ...{ reads, now: NOW, newId: () => 'new' },
              })
            : []
        const after = { ...rows, organisation: [applied(organisation, changes)], participation: [part] }
        const check = findAction('participation', 'CompleteRegistration')!
        const facts = await factsOf(check, part, reading(after, 'nothing'), anOperator)
        expect(validateAnswers(check, { confirmed: true }, facts), `missing: ${missing.join(', ')}`).toEqual(
          {},
        )
        const known = Object.fromEntries(
          DETAILS.filter(name => !missing.includes(name)).map(name => [name, organisation[name]]),
        )
        expect(after.organisation[0], 'known values are not overwritten').toMatchObject(known)
      }
    },
  )
})

import { describe, expect, test } from 'vitest'
import { allActions, findAction } from '#actions/index'
import type { Action, Answers, Facts } from '#actions/kit/action'
import type { Change, Read } from '#actions/kit/changes'
import { answered, judge } from '#actions/kit/judge'
import type { Obstacle } from '#actions/common/obstacle'
import { SYSTEM, type Actor } from '#domain/actor'
import { COLLECTIONS, type Entities, type Kind, type StoredKind, type SubjectOf } from '#domain/entities'
import type { Organisation } from '#domain/organisation'
import type { Round } from '#domain/round'
import { samples } from '../store/samples.ts'

// No check refuses for something that no earlier form of that person asked for.

const TODAY = '2026-06-15'
const NOW = `${TODAY}T12:00:00.000Z`

type Rows = { readonly [K in StoredKind]?: readonly Entities[K][] }

/** A store that holds these rows, and of all other kinds what `others` says. */
const reading = (rows: Rows, others: 'the samples' | 'nothing'): Read => {
  const all = <K extends StoredKind>(kind: K): readonly Entities[K][] =>
    rows[kind] ?? (others === 'nothing' ? [] : [samples[kind]])
  return {
    one: async (kind, which) =>
      all(kind).find(row => typeof which !== 'string' || kind !== 'organisation' || row.id === which),
    list: async kind => [...all(kind)],
    latest: async kind => all(kind)[0],
    clock: async () => NOW,
    priceRange: async () => null,
  }
}

const subjectOf = ({ on }: Action): SubjectOf<Kind> =>
  (COLLECTIONS as readonly string[]).includes(on)
    ? { id: on, version: 0 }
    : { ...samples[on as StoredKind], status: 'Provisional' }

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
  subject: SubjectOf<Kind>,
  read: Read,
  actor: Actor,
): Promise<Facts> => ({
  ...(await action.given?.(read, subject, actor, TODAY)),
  declarations: [],
  today: TODAY,
  actorIsOperator: actor === anOperator,
})

describe('an action that publishes what is in its way', () => {
  const worlds = {
    'with everything': [reading({}, 'the samples'), (row: SubjectOf<Kind>) => row],
    'with nothing filed': [reading({}, 'nothing'), bare],
    'with organisations of which nothing is known': [
      reading({ organisation: [bare(samples.organisation)] }, 'the samples'),
      bare,
    ],
  } as const
  test.each(Object.entries(worlds))('says who takes each of it away, %s', async (_name, [read, as]) => {
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
        expect(findAction(kind, name), `${kind} has no ${name}, which is to take away: ${text}`).toBeDefined()
    }
  })
})

describe('whoever joins a round', () => {
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
    ...samples.organisation,
    id: 'newcomer',
    ...Object.fromEntries(missing.map(name => [name, null])),
  })
  const round: Round = {
    ...samples.round,
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

  test('there are three ways in', () => expect(doors).toHaveLength(3))

  test.each(ways)(
    'by %s is asked for all that the check of the registration asks for',
    async (_n, door, actor) => {
      // Who lacks anything lacks the mailing address: no form leaves out another detail and asks for this one.
      for (const missing of subsets.filter(one => one.length === 0 || one.includes('mailingAddress'))) {
        const organisation = newcomer(missing)
        const part = { ...samples.participation, organisationId: 'newcomer', roundId: 'round-1' }
        const rows = { organisation: [organisation], round: [round], participation: [] }
        const subject = {
          organisation,
          round,
          participation: { ...part, status: 'Interested' as const },
        }[door.on as 'organisation' | 'round' | 'participation']
        const given = await factsOf(door, subject, reading(rows, 'nothing'), actor)
        const unanswered = { ...RIGHT, ...Object.fromEntries(DETAILS.map(name => [name, null])) }
        expect(Object.keys(judge(door, unanswered, given)).toSorted()).toEqual([...missing].toSorted())
        expect(judge(door, RIGHT, given)).toEqual({})
        const changes =
          door.effect && typeof door.effect === 'function'
            ? door.effect({
                ...{ on: door.on, subject, values: answered(door, RIGHT, given), given, actor },
                ...{ reads: undefined, now: NOW, newId: () => 'new' },
              })
            : []
        const after = { ...rows, organisation: [applied(organisation, changes)], participation: [part] }
        const check = findAction('participation', 'CompleteRegistration')!
        const facts = await factsOf(check, part, reading(after, 'nothing'), anOperator)
        expect(judge(check, { confirmed: true }, facts), `what is missing: ${missing.join(', ')}`).toEqual({})
        const known = Object.fromEntries(
          DETAILS.filter(name => !missing.includes(name)).map(name => [name, organisation[name]]),
        )
        expect(after.organisation[0], 'nobody overwrites what is known').toMatchObject(known)
      }
    },
  )
})

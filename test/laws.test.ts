import { describe, expect, test } from 'vitest'
import { allActions, WIZARDS } from '#actions/index'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import type { AnyField } from '#actions/kit/fields'
import { acceptedAnswers, validateAnswers, visibleAnswers } from '#actions/kit/judge'
import { startStatusesOf, checkAvailability } from '#actions/kit/available'
import { SYSTEM, type Actor } from '#domain/people/actor'
import { CREDIT_STATUSES, isBeforeSettlement } from '#domain/credit/credit'
import { COLLECTION_KINDS, type Kind, type StoredKind, type EntityOfKind } from '#domain/disclosure/entities'
import { STATUSES } from '#contract/nouns/nouns'
import { SAMPLES } from './store/samples.ts'

const TODAY = '2026-06-15'

const sampleRead: Read = {
  one: async kind => SAMPLES[kind],
  list: async kind => [SAMPLES[kind]],
  latest: async kind => SAMPLES[kind],
  clock: async () => `${TODAY}T12:00:00.000Z`,
  priceRange: async () => null,
  payableInvoices: async () => [],
  bidsWithoutDeposit: async () => [],
  heldShares: async () => new Map(),
  checkFunds: async () => ({ compliance: 0, performance: 0 }),
  returnedPayments: async () => [],
}

const subjectFor = (action: Action): EntityOfKind<Kind> =>
  (COLLECTION_KINDS as readonly string[]).includes(action.on)
    ? { id: action.on, version: 0 }
    : SAMPLES[action.on as StoredKind]

const nobody: Actor = { ...SYSTEM, userId: 'nobody', name: 'Nobody' }
const operator: Actor = {
  ...nobody,
  groups: ['sysadmin'],
  organisationId: 'operator',
  organisationType: 'OPER',
}
const isTheSystems = (action: Action) => action.who.every(who => who.name === 'system')
const isEverybodys = (action: Action) => action.who.some(who => who.name === 'everyone who may see it')
const admitted = (action: Action): Actor => (isTheSystems(action) ? SYSTEM : operator)

const factsFor = async (action: Action): Promise<ActionFacts> => ({
  ...(await action.given?.(sampleRead, subjectFor(action), admitted(action), TODAY)),
  declarations: [],
  today: TODAY,
  actorIsOperator: true,
})

const named = (actions: readonly Action[]) =>
  actions.map(action => [`${action.on}: ${action.name}`, action] as const)

const WORDS = {
  json: JSON.stringify({
    root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Words' }] }] },
  }),
}

/** A valid answer, as far as the type of field alone determines it. */
const sampleOf = (field: AnyField, given: ActionFacts): unknown => {
  const among = field.among ? (given[field.among] as { id: string }[])[0]?.id : undefined
  const first = among ?? field.choices?.[0]?.id ?? 'some-id'
  const candidates = [
    first,
    [first],
    true,
    12,
    '2026-06-01',
    '2026-06-01T12:00',
    'Avon Farm',
    'avon@farm.example',
    '+441632960123',
  ]
  const places = ['ST 436 211', '50.98698, -2.80419']
  const numbers = [
    '2025',
    '01234567',
    '1234567',
    '12/345/6789',
    'GB123456782',
    'GB33BUKB20201555555555',
    '#155446',
    ...places,
  ]
  const corners = ['343600, 121100', '343700, 121100', '343700, 121200']
  const more = [...numbers, corners, { id: 'file', name: 'file.pdf' }, WORDS, [{ id: 'd', answer: true }]]
  return [...candidates, ...more].find(candidate => field.rule.safeParse(candidate).success)
}

describe('every action', () => {
  test('every action has a unique name on its subject', () => {
    const names = allActions.map(action => `${action.on}: ${action.name}`)
    const repeated = names.filter((name, index) => names.indexOf(name) !== index)
    expect(repeated, 'give one of the two another name').toEqual([])
  })

  test.each(named(allActions))(
    'the action %s refuses an outsider because of who it is for',
    (_name, action) => {
      const verdict = checkAvailability(
        action,
        nobody,
        { ...subjectFor(action), lpaId: null },
        {
          round: SAMPLES.round,
          today: TODAY,
        },
      )
      const advice = 'say in `who` of the action whom it is for'
      if (isEverybodys(action)) expect(verdict, advice).not.toMatchObject({ gate: 'who' })
      else expect(verdict, advice).toMatchObject({ gate: 'who' })
    },
  )

  const statusesOf = ({ on }: Action): readonly string[] | undefined => STATUSES[on as StoredKind]
  const withFrom = allActions.filter(action => startStatusesOf(action) !== undefined)
  test.each(named(withFrom))(
    'the action %s refuses each status that it does not start from',
    (_name, action) => {
      const outside = (statusesOf(action) ?? []).filter(status => !startStatusesOf(action)?.includes(status))
      for (const status of outside) {
        const subject = { ...subjectFor(action), status } as never
        expect(
          checkAvailability(action, admitted(action), subject, { round: SAMPLES.round, today: TODAY }),
          `state in \`from\` of the action whether it starts from ${status}`,
        ).toMatchObject({ gate: 'from' })
      }
      expect(outside.length + (startStatusesOf(action)?.length ?? 0)).toBe(statusesOf(action)?.length)
    },
  )

  test.each(named(allActions))(
    'the action %s refuses each missing required answer by name',
    async (_name, action) => {
      const given = await factsFor(action)
      const shown = visibleAnswers(action, {}, given)
      const messages = validateAnswers(action, {}, given)
      for (const [name, field] of Object.entries(action.fields)) {
        const isRequired = name in shown && !field.optional && !field.perRow && field.storage !== 'declare'
        if (isRequired)
          expect(messages, `refuse an empty ${name} or make it optional`).toHaveProperty(
            [name],
            field.whenEmpty ?? 'Field required',
          )
      }
    },
  )

  test.each(named(allActions))(
    'the action %s stores answers so that the form can show them again',
    async (_name, action) => {
      const given = await factsFor(action)
      for (const [name, field] of Object.entries(action.fields)) {
        if (field.perRow || name === 'payload' || action.who.some(who => who.name === 'system')) continue
        const sample = sampleOf(field, given)
        expect(sample, `add a valid answer to ${name} to the candidates of this test`).toBeDefined()
        const saved = field.toSaved(field.rule.parse(sample))
        expect(field.toDraft(saved), `let toDraft of ${name} undo its toSaved`).toEqual(
          field.rule.parse(sample),
        )
      }
    },
  )

  test.each(named(allActions))(
    'the action %s validates alike in the browser and on the server',
    async (_name, action) => {
      const given = await factsFor(action)
      const sent = JSON.parse(JSON.stringify(given)) as ActionFacts
      const some: Answers = Object.fromEntries(
        Object.entries(action.fields).flatMap(([name, field], index) =>
          index % 2 === 0 && !field.perRow ? [[name, sampleOf(field, given)]] : [],
        ),
      )
      for (const answers of [{}, some])
        expect(validateAnswers(action, JSON.parse(JSON.stringify(answers)) as Answers, sent)).toEqual(
          validateAnswers(action, answers, given),
        )
    },
  )

  test.each(named(allActions))('the action %s drops answers to unknown questions', async (_name, action) => {
    const given = await factsFor(action)
    const values = acceptedAnswers(
      { ...action, fields: {} },
      { status: 'Settled', version: 99, id: 'x' },
      given,
    )
    expect(values).toEqual({})
    expect(Object.keys(action.fields)).not.toContain('status')
  })
})

describe('the lifecycles', () => {
  const reachable = (kind: StoredKind, beginnings: readonly string[]): Set<string> => {
    const reached = new Set(beginnings)
    for (let size = 0; size !== reached.size;) {
      size = reached.size
      for (const action of allActions) {
        if (
          action.on === kind &&
          action.to !== undefined &&
          (startStatusesOf(action) ?? []).some(from => reached.has(from))
        )
          for (const to of typeof action.to === 'string'
            ? [action.to]
            : [...Object.values(action.to.is), action.to.otherwise])
            if (to) reached.add(to)
        for (const [moved, from, to] of action.moves ?? [])
          if (moved === kind && reached.has(from)) reached.add(to)
      }
    }
    return reached
  }

  test.each(Object.entries(STATUSES))(
    'lead a %s by actions from its first status to every other',
    (kind, statuses) => {
      const reached = reachable(kind as StoredKind, statuses.slice(0, 1))
      const missed = statuses.filter(status => !reached.has(status))
      expect(missed, 'let an action lead there by `to` or `moves`, or remove the status').toEqual([])
    },
  )

  test('lead a settlement’s credits by actions to their end', () => {
    const reached = reachable('credit', ['RightsCreated', 'Unused'])
    const missed = CREDIT_STATUSES.filter(status => !isBeforeSettlement(status) && !reached.has(status))
    expect(missed, 'let an action lead there by `to` or `moves`, or remove the status').toEqual([])
  })
})

describe('a binding action', () => {
  /** Actions that are binding or irreversible by the market rules; the system’s own actions have no form. */
  const BINDING = [
    ...['Open', 'Close', 'OpenBidsAndOffers', 'CloseBidsAndOffers', 'Match', 'AcceptMatch', 'RejectMatch'],
    ...['SetOffer', 'SetBid', 'Withdraw', 'Contract', 'AllocateRights', 'IssueCredits', 'RedeemCredits'],
    ...['ImportData', 'ImportMatch', 'SetApproval', 'EditPermissions', 'Verify', 'SetCertificationDecision'],
    ...['AddScreeningOutcome', 'SetPreMarketReviewOutcome', 'AddToGroup', 'RemoveFromGroup'],
    ...['AddProjects', 'AddRequirements', 'MergeOrganisation', 'AddProjectsFromSheet'],
  ]
  test.each(BINDING)('says on the button of %s what it does, and in its form what can be undone', name => {
    const some = allActions.filter(one => one.name === name)
    expect(some.length).toBeGreaterThan(0)
    for (const { binds } of some) {
      expect(binds?.verb).toMatch(/^[A-Z][a-z]+ /)
      expect(binds?.verb).not.toMatch(/\bsave\b/i)
      expect(binds?.undone).toMatch(/\.$/)
    }
  })

  test('is every action that starts with a preview', () => {
    const shown = allActions.filter(({ preview }) => preview !== undefined)
    expect(shown.filter(({ binds }) => !binds).map(({ name }) => name)).toEqual([])
  })
})

describe('a wizard', () => {
  test.each(WIZARDS.map(walk => [walk.name, walk] as const))(
    'consists of listed actions only: %s',
    (_name, walk) => {
      for (const step of walk.steps)
        expect(allActions, `add ${step.name} to the index of its folder`).toContain(step)
    },
  )
})

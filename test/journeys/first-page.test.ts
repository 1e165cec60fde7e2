import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { Resource } from '#contract/kit/resource'
import { createAdmin } from '#server/commands/first-admin'
import { createViewContext } from '#server/http/app-context'
import { readHomePage } from '#server/home/home'
import { firstStart, operatorIdIn } from '../builders/installation.ts'
import { anActor } from '../builders/market.ts'
import { openSecondRound, SECOND_ROUND, joinSecondRound } from '../builders/rounds.ts'
import { demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'

describe('the home page of everyone in a running market', () => {
  let market: World
  const homeOf = (who: string) => market.as(who).get<HomeView>('/api/home')
  const doorOf = async (who: string, organisationId: string, name: string) =>
    (await market.as(who).get<Resource>(`/api/organisation/${organisationId}`)).actions.find(
      ({ id }) => id === name,
    )
  beforeAll(async () => {
    market = await world({ from: demonstration })
  })
  afterAll(() => market.close())

  it('says in one sentence where the reader stands, with total amounts', async () => {
    const supplier = await homeOf('harestow.su17')
    expect(supplier.state).toBe(
      'Two offers sealed in Solent Nitrogen Market (demonstration), Round 1; bids and offers close on Tuesday 23 June 2026 at 12:00.',
    )
    expect(supplier.standings).toMatchObject([{ offered: 1_004_000, bid: 0, receives: 222_648.09, pays: 0 }])
    expect((await homeOf('boris.bu02')).standings).toMatchObject([{ bid: 556_400, pays: 185_222.06 }])
    expect((await homeOf('lpa.winchester')).state).toMatch(/projects and .* credit requirements in your area/)
    const authority = await homeOf('lpa.winchester')
    for (const of of ['project', 'requirement']) {
      const list = await market.as('lpa.winchester').get<{ total: number }>(`/api/${of}s`)
      const counted = authority.area.filter(one => one.of === of).reduce((sum, { count }) => sum + count, 0)
      expect(counted, of).toBe(list.total)
    }
    expect((await homeOf('harestow.su17')).area).toEqual([])
    const operator = await homeOf('operator')
    expect(operator.state).toMatch(
      /tasks are waiting for you; Somerset .*, Round 1: closed for bids and offers/,
    )
    expect(operator.begin).toEqual([])
    // From the closed round, not from the one whose offers are still sealed.
    expect(operator.money.map(({ what }) => what)).toEqual([
      'Offered in Somerset Levels Nature Market (demonstration), Round 1',
      'Bid in Somerset Levels Nature Market (demonstration), Round 1',
      'Due from buyers',
      'Owed to suppliers',
    ])
    expect(operator.money.every(({ amount }) => amount > 0)).toBe(true)
    expect(supplier.money).toEqual([])
  })

  it('tells an agent where each client stands, with amounts only where it may make offers', async () => {
    const { standings, clients } = await homeOf('bram')
    const approved = clients.filter(({ status }) => status === 'Approved').map(({ client }) => client.id)
    expect(standings.map(({ organisation }) => organisation.id).toSorted()).toEqual(
      [...new Set(approved)].toSorted(),
    )
    expect(standings).toMatchObject([
      { organisation: { name: 'Larkhanger Estate' }, offered: 834_000 },
      { organisation: { name: 'Wrenhollow Farm' }, offered: 385_000 },
    ])
  })

  it('lists no optional tasks: an offer that can still change is not one', async () => {
    const { next } = await homeOf('harestow.su17')
    expect(next.filter(({ action }) => action === 'SetOffer')).toEqual([])
  })

  it('explains an action with nothing to choose from, and links to the calendar when no round is open', async () => {
    const calendar = { label: 'See when rounds open', link: '/rounds' }
    await market.store.db
      .updateTable('round')
      .set({ status: 'Closed' })
      .where('status', '=', 'Open')
      .execute()
    expect(await doorOf('umbershaw.su14', 'SU14', 'RegisterNewProject')).toMatchObject({
      missing: 'Not registered as a supplier in any open market rounds',
      helpedBy: calendar,
    })
    expect(await doorOf('umbershaw.su14', 'SU14', 'RegisterAsParticipant')).toMatchObject({
      missing: 'There are no market rounds to choose from',
      helpedBy: calendar,
    })
    // The market operator can open the form.
    expect(await doorOf('operator', 'SU14', 'RegisterNewProject')).not.toMatchObject({ helpedBy: calendar })
    // A supplier without requirements cannot make a group of them.
    expect(await doorOf('harestow.su17', 'SU17', 'CreateCreditRequirementGroup')).toMatchObject({
      missing: 'There are no requirements available to add to this group',
    })
    expect(await doorOf('harestow.su17', 'SU17', 'CreateProjectGroup')).not.toHaveProperty('missing')
    expect(await doorOf('umbershaw.su14', 'SU14', 'Update')).not.toHaveProperty('missing')
  })

  it('always names a way forward next to an unavailable action', async () => {
    for (const who of ['umbershaw.su14', 'boris.bu02', 'bram']) {
      const { organisation } = await homeOf(who)
      const { actions } = await market.as(who).get<Resource>(`/api/organisation/${organisation?.id}`)
      const FIRST = [
        ...['RegisterNewProject', 'RegisterNewCreditRequirement'],
        ...['AddParticipantClient', 'AddProjectsFromSheet'],
      ]
      const barred = actions.filter(({ id, missing }) => FIRST.includes(id) && missing !== undefined)
      for (const action of barred) expect(action, `${who}: ${action.label}`).toHaveProperty('helpedBy')
    }
  })

  it('names the step that makes an action available once a round opens, and offers the action after it', async () => {
    await openSecondRound(market)
    expect(await doorOf('harestow.su17', 'SU17', 'RegisterNewProject')).toMatchObject({
      missing: 'Not registered as a supplier in any open market rounds',
      helpedBy: {
        label: 'Join a market round',
        link: '/participants/SU17?action=RegisterAsParticipant&subject=organisation/SU17',
      },
    })
    await joinSecondRound(market, 'harestow.su17', { kind: 'organisation', id: 'SU17' }, 'Supplier')
    expect(await doorOf('harestow.su17', 'SU17', 'RegisterNewProject')).not.toHaveProperty('missing')
    expect((await homeOf('harestow.su17')).next).toMatchObject([
      { action: 'RegisterNewProject', on: { kind: 'organisation', id: 'SU17' }, by: expect.any(String) },
    ])
  })

  it('recommends joining only rounds that trade what the reader has, with the last date for it', async () => {
    const asked = async (who: string) =>
      (await homeOf(who)).next.filter(({ action }) => action === 'RegisterAsParticipant')
    // Its credits are phosphorous and biodiversity of Somerset; the round trades nitrogen of the Solent.
    expect(await asked('sedgewhistle.su01')).toEqual([])
    const { buyersEnd } = (await market.store.read.one('round', SECOND_ROUND.id ?? ''))!
    expect(await asked('linus.bu12')).toMatchObject([{ on: { id: SECOND_ROUND.id }, by: buyersEnd }])
  })

  it('preselects a single choice in a form, and offers only types with a registration', async () => {
    await joinSecondRound(market, 'linus.bu12', { kind: 'organisation', id: 'BU12' }, 'Buyer')
    const { values, options } = await market
      .as('linus.bu12')
      .form('RegisterNewCreditRequirement', { kind: 'organisation', id: 'BU12' })
    expect(values).toMatchObject({ marketRoundId: SECOND_ROUND.id, type: 'Buyer' })
    expect(options.type).toEqual([{ id: 'Buyer', name: 'Buyer' }])
  })
})

describe('the home page of an empty market', () => {
  let market: World
  let operator: string
  beforeAll(async () => {
    market = await world({ from: firstStart })
    await createAdmin(market.store.db, {
      email: 'olive@operator.example',
      displayName: 'Olive Operator',
      now: TEMPLATE_NOW,
    })
    operator = await operatorIdIn(market.store)
  })
  afterAll(() => market.close())

  it('shows its first operator where to begin', async () => {
    const begin = async () =>
      (await market.as(operator).get<HomeView>('/api/home')).begin.map(
        ({ action, done, missing }) => `${action}${done ? ' done' : missing ? ' later' : ''}`,
      )
    const steps = ['CreateMarket', 'CreateRound later', 'SetRegistrationDates later', 'CreateOrganisation']
    expect(await begin()).toEqual(steps)
    await market.as(operator).does('CreateMarket', { kind: 'markets' }, { name: 'Levels' })
    expect(await begin()).toEqual(['CreateMarket done', 'CreateRound', ...steps.slice(2)])
  })

  it('says what a list’s own action needs first', async () => {
    const { actions } = await market.as(operator).get<Resource>('/api/projects')
    expect(actions).toMatchObject([
      { id: 'CreateProject', missing: 'Not registered as a supplier in any open market rounds' },
    ])
  })

  it('tells a person without an organisation that nothing can be done without one', async () => {
    const nobody = anActor({ organisationId: null, organisationType: null, authorities: [] })
    const home = await readHomePage(nobody, createViewContext(market.runtime))
    expect(home).toMatchObject({ organisation: null, next: [], standings: [] })
    expect(home.state).toBe('Your account does not belong to an organisation yet, so you cannot use it.')
  })
})

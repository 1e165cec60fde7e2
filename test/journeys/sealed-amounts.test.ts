import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityItem } from '#contract/subject/subject'
import type { ListPage } from '#contract/kit/resource'
import { LISTED_NOUNS } from '#contract/nouns/nouns'
import { setMarketClock } from '../builders/market-clock.ts'
import { agreeToDeclarations, SOLENT_ROUND } from '../builders/rounds.ts'
import { type Person, type Subject, waitUntil, world, type World } from '../builders/world.ts'

/** Amounts that occur nowhere else, in any notation. */
const OFFER = 246_813.57
const BID = 975_318.64
const REVEALED = [OFFER, BID].map(
  amount =>
    new RegExp(
      `${Math.floor(amount / 1000)}[,\\s]?${Math.floor(amount % 1000)}(\\.?${String(amount).slice(-2)})?`,
    ),
)

const project: Subject = { kind: 'project', id: 'P201' }
const requirement: Subject = { kind: 'requirement', id: 'R201' }
const PEOPLE = {
  supplier: 'zephyrstone.su15',
  suppliersAgent: 'cass',
  stranger: 'alba.bu01',
  buyersAgent: 'dilys',
}

/** Everyone except the owner of the offer and its agent: the operator, rivals, authorities, other agents. */
const OTHERS = [
  'operator',
  'sysadmin',
  'harestow.su17',
  'linus.bu12',
  'lpa.winchester',
  'lpa.isleofwight',
  'bram',
]

let market: World
const told: string[] = []
const streams = new AbortController()

const listenAs = async (who: string): Promise<void> => {
  const headers = { cookie: await market.cookieOf(who) }
  const { body } = await fetch(`${market.url}/api/events`, { headers, signal: streams.signal })
  const decoder = new TextDecoder()
  void (async () => {
    for await (const chunk of body!) told.push(decoder.decode(chunk))
  })().catch(() => undefined)
}

beforeAll(async () => {
  market = await world()
  for (const who of OTHERS) await listenAs(who)
  const supplier = market.as(PEOPLE.supplier)
  await supplier.does('SetOffer', project, {
    offer: OFFER,
    confirmsAmount: true,
    declarations: await agreeToDeclarations(supplier, 'SetOffer', project),
  })
  const agent = market.as(PEOPLE.buyersAgent)
  await agent.does('SetBid', requirement, {
    bid: BID,
    confirmsAmount: true,
    acceptOngoingOnly: false,
    declarations: await agreeToDeclarations(agent, 'SetBid', requirement),
  })
})
afterAll(async () => {
  streams.abort()
  await market.close()
})

const PATHS = [
  ...LISTED_NOUNS.flatMap(({ list }) => [`/api/${list}?limit=200`, `/api/${list}?format=csv`]),
  '/api/projects?sort=offer',
  '/api/requirements?sort=bid',
  '/api/home',
  '/api/search/Zephyrstone',
  ...[project, requirement].flatMap(({ kind, id }) => [
    `/api/${kind}/${id}`,
    `/api/activity?subjectType=${kind}&subjectId=${id}`,
    `/api/comments?subjectType=${kind}&subjectId=${id}`,
    `/api/files?ownerType=${kind}&ownerId=${id}`,
    `/api/location/${id}?ownerType=${kind}&ownerId=${id}`,
  ]),
  '/api/requirement/R201/supply',
  ...['', '/match', '/match-review', '/match?format=audit', '/summary', '/unmatched-projects'].map(
    path => `/api/round/RD-SOL-1${path}`,
  ),
  '/api/activity?subjectType=round&subjectId=RD-SOL-1',
  '/api/organisation/SU15',
  '/api/activity?subjectType=organisation&subjectId=SU15',
]

/** Everything that a person gets about the offer and the bid from all endpoints. */
const everythingFor = async (person: Person): Promise<{ path: string; text: string }[]> => {
  const answers: { path: string; text: string }[] = []
  const ask = async (path: string) => {
    const { body } = await person.send(path)
    answers.push({ path, text: typeof body === 'string' ? body : JSON.stringify(body) })
    return body
  }
  for (const path of PATHS) await ask(path)
  for (const { kind, id } of [project, requirement, SOLENT_ROUND]) {
    const page = (await ask(`/api/${kind}/${id}`)) as { actions?: { id: string }[] }
    for (const action of page.actions ?? []) await ask(`/api/${kind}/${id}/action/${action.id}`)
  }
  const trail = (await ask(`/api/activity?subjectType=project&subjectId=P201&limit=200`)) as {
    items?: { id: string }[]
  }
  for (const { id } of trail.items ?? []) await ask(`/api/activity-item/${id}`)
  return answers
}

const revealing = (answers: readonly { path: string; text: string }[]): string[] =>
  answers.filter(({ text }) => REVEALED.some(amount => amount.test(text))).map(({ path }) => path)

describe('before bids and offers close', () => {
  it.each(OTHERS)('%s reads no amount in any view, list, download, form, audit trail or event', async who => {
    expect(revealing(await everythingFor(market.as(who)))).toEqual([])
  })

  it('events about offers and bids contain no amount', async () => {
    await waitUntil('the change was sent', async () => told.some(text => text.includes('P201')))
    expect(REVEALED.some(amount => amount.test(told.join('')))).toBe(false)
  })

  it('no email or inbox item contains an amount', async () => {
    const { db } = market.store
    const items = await db.selectFrom('inboxItem').selectAll().execute()
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['offer-made', 'bid-made']))
    const letters = await db.selectFrom('mailOutbox').selectAll().execute()
    expect(letters.map(({ letter }) => letter)).toContain('bid-made')
    const said = [...items, ...letters].map(one => JSON.stringify(one))
    expect(said.filter(text => REVEALED.some(amount => amount.test(text)))).toEqual([])
  })

  it('the owner and its agent for offers and bids read their own', async () => {
    for (const who of [PEOPLE.supplier, PEOPLE.suppliersAgent])
      expect(await market.as(who).get('/api/project/P201')).toMatchObject({ offer: OFFER })
    for (const who of [PEOPLE.buyersAgent, 'kezia.bu11'])
      expect(await market.as(who).get('/api/requirement/R201')).toMatchObject({ bid: BID })
    expect(revealing(await everythingFor(market.as(PEOPLE.supplier)))).toContain('/api/projects?format=csv')
    expect((await market.as(PEOPLE.stranger).send('/api/requirement/R201')).status).toBe(404)
  })

  it('only the author of an offer or bid has its receipt, whose hash can be recalculated', async () => {
    for (const [who, { kind, id }, amount] of [
      [PEOPLE.supplier, project, OFFER],
      [PEOPLE.buyersAgent, requirement, BID],
    ] as const) {
      const path = `/api/activity?subjectType=${kind}&subjectId=${id}`
      const receiptsOf = async (person: string) =>
        (await market.as(person).get<ListPage<ActivityItem>>(path)).items.flatMap(
          ({ receipt }) => receipt ?? [],
        )
      const [receipt] = await waitUntil('the offer is chained', async () => {
        const found = await receiptsOf(who)
        return found.length > 0 && found
      })
      const { hash, prevHash, entry } = receipt!
      expect(createHash('sha256').update(prevHash).update(entry).digest('hex')).toBe(hash)
      expect(entry).toContain(String(Math.round(amount * 100)))
      // The neighbouring receipts reveal the hash, but do not allow guessing amounts.
      expect(JSON.parse((JSON.parse(entry) as { details: string }).details)).toMatchObject({
        nonce: expect.stringMatching(/^.{16,}$/) as string,
      })
      const stored = market.store.db.selectFrom('activityChain').select('prevHash').where('hash', '=', hash)
      expect(await stored.execute()).toEqual([{ prevHash }])
      for (const other of ['operator', PEOPLE.suppliersAgent, 'kezia.bu11'])
        expect(JSON.stringify((await market.as(other).send(path)).body)).not.toContain(hash)
    }
  })

  it('an agent that loses its permission for offers and bids cannot read them from the next request on', async () => {
    const authority: Subject = { kind: 'agentAuthority', id: 'RD-SOL-1-SU15-AG02' }
    await market.as('operator').does('EditPermissions', authority, { permissions: ['RegisterForRound'] })
    const agent = market.as(PEOPLE.suppliersAgent)
    expect(await agent.get('/api/project/P201')).toMatchObject({ offer: null, offerIsSealed: true })
    expect(revealing(await everythingFor(agent))).toEqual([])
    expect((await agent.tries('SetOffer', project, { offer: 1 })).status).toBe(403)
  })

  it('the operator can enter an offer for a supplier, which the audit trail records, but not read it again', async () => {
    const operator = market.as('operator')
    const form = await operator.form('SetOffer', project)
    expect(form.values.offer ?? null).toBeNull()
    expect(form.subject).toMatchObject({ offer: null })
    await operator.does('SetOffer', project, {
      offer: OFFER + 1000,
      confirmsAmount: true,
      declarations: await agreeToDeclarations(operator, 'SetOffer', project),
    })
    expect(await operator.get('/api/project/P201')).toMatchObject({ offer: null, offerIsSealed: true })
    expect(await market.as(PEOPLE.supplier).get('/api/project/P201')).toMatchObject({ offer: OFFER + 1000 })
  })
})

describe('after bids and offers have closed', () => {
  it('the operator reads every amount and rivals none', async () => {
    await setMarketClock(market.store.db, '2026-06-23T11:00:00.000Z')
    await market.as('operator').does('CloseBidsAndOffers', SOLENT_ROUND, { confirmed: true })
    expect(await market.as('operator').get('/api/requirement/R201')).toMatchObject({ bid: BID })
    for (const who of OTHERS.slice(2))
      expect([who, revealing(await everythingFor(market.as(who)))]).toEqual([who, []])
  })
})

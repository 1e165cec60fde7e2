import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitedSteps } from '#contract/steps/index'
import { CAPACITIES } from '#domain/capacity'
import { CREDIT_TYPES } from '#domain/credit-type'
import { HOLDINGS } from '#domain/balance'
import { ROUND_STATUSES } from '#domain/round'
import { SYSTEM } from '#domain/actor'
import { random } from '#matching/pricing/random'
import { foldCounts } from '#server/store/counts'
import { PROJECT_STATUSES, SOLD_PROJECTS } from '#domain/project'
import { REQUIREMENT_STATUSES, SOLD_REQUIREMENTS } from '#domain/requirement'
import { MARKED, stateOf } from '#server/store/state'
import { isOfSold, moreInQueue } from '#server/views/queue-counts'
import { QUEUE } from '#server/views/step-conditions'
import { heldAsKept, heldIn } from '#server/views/balance'
import { LISTINGS } from '#server/views/lists/index'
import { chosenBy, totalOf, type AnyListing } from '#server/views/lists/listing'
import { actorFor } from '#server/auth/sessions'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
})
afterAll(() => world.close())

const on = '2026-06-01'
const FLAGS = ['true', 'false']

/** What each filter that kept counts answer can be asked for. */
const valuesOf = async ({ noun }: AnyListing): Promise<Record<string, readonly string[]>> => {
  const { read } = world.store
  const ids = async (kind: 'market' | 'round' | 'projectType') =>
    (await read.list(kind, {})).map(({ id }) => id)
  const statuses = Object.keys(noun.statuses ?? {})
  return {
    marketId: await ids('market'),
    marketRoundId: await ids('round'),
    roundStatus: ROUND_STATUSES,
    awaiting: awaitedSteps(noun.kind === 'project' ? 'project' : 'requirement').map(({ id }) => id),
    type:
      noun.kind === 'project'
        ? await ids('projectType')
        : noun.kind === 'requirement'
          ? ['Buyer', 'Investor']
          : CREDIT_TYPES,
    creditType: CREDIT_TYPES,
    status: statuses,
    creditStatus: statuses,
    capacity: CAPACITIES,
    holding: HOLDINGS,
    reserved: FLAGS,
    registry: FLAGS,
  }
}

/** Each filter with each value, each with two values at once, and some of them beside some others. */
const queriesOf = async (listing: AnyListing) => {
  const values = await valuesOf(listing)
  const counted = listing.counted ?? []
  const alone = counted.flatMap(name => {
    const its = values[name] ?? []
    return [
      ...its.map(value => ({ [name]: [value] })),
      ...(its === FLAGS ? [] : [{ [name]: its.slice(0, 2) }]),
    ]
  })
  const beside = alone.flatMap(one => alone.map(other => ({ ...other, ...one })))
  return [{}, ...alone, ...random(1).shuffled(beside).slice(0, 20)]
}

describe('what lists look up', () => {
  it('every total that is looked up is the number of rows, whatever is narrowed down', async () => {
    const { db } = world.store
    const told: number[] = []
    for (const listing of LISTINGS.filter(({ counted }) => counted))
      for (const query of await queriesOf(listing)) {
        const { conditions, isCounted } = chosenBy(listing, query, SYSTEM, { on })
        expect(isCounted).toBe(true)
        const { kind } = listing.noun
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(kind)} where ${conditions}`.execute(db)
        const total = await totalOf(listing, query, SYSTEM, { db, on })
        expect([kind, query, total]).toEqual([kind, query, rows[0]?.count])
        told.push(total)
        if (told.length === 50) await foldCounts(db)
      }
    expect(new Set(told).size).toBeGreaterThan(5)
  })

  it('balances that are looked up are those of the credits', async () => {
    const { db } = world.store
    const credits = LISTINGS.find(({ noun }) => noun.list === 'credits')!
    let most = 0
    for (const query of await queriesOf(credits)) {
      const { conditions } = chosenBy(credits, query, SYSTEM, { on })
      const sorted = (held: readonly object[]) =>
        held.map(one => JSON.stringify(one, Object.keys(one).toSorted())).toSorted()
      const found = sorted(await heldIn(db, conditions))
      expect([query, sorted(await heldAsKept(db, conditions))]).toEqual([query, found])
      most = Math.max(most, found.length)
    }
    expect(most).toBeGreaterThan(2)
  })

  it('the heads of registries that are looked up are what the projects and requirements sold', async () => {
    for (const list of ['projects', 'requirements'] as const) {
      const { statuses } = LISTINGS.find(({ noun }) => noun.list === list)!.noun
      const every = Object.keys(statuses ?? {})
        .map(status => `status=${status}`)
        .join('&')
      const ask = async (words: string) =>
        (await world.ask('olga', `/api/${list}?format=totals&${words}`)).json<unknown[]>()
      // Narrowed down by a status, of which none is left out, they are summed up thing by thing.
      for (const where of [
        'registry=true',
        'registry=false',
        '',
        'marketRoundId=matched',
        'marketRoundId=draft',
      ])
        expect([list, where, await ask(where)]).toEqual([list, where, await ask(`${where}&${every}`)])
      expect(await ask('registry=true')).not.toEqual([])
    }
  })

  it('what is summed up of what is sold is reckoned anew when that changes, and not when an offer does', async () => {
    const { db } = world.store
    const change = async (where: string) => {
      await sql`update project set near_address = id ${sql.raw(where)}`.execute(db)
      const { rows } = await sql<{ state: string }>`
        select ${stateOf('from credit join project', { soldOnly: true })} as state`.execute(db)
      return rows[0]!.state
    }
    const first = await change(`where status in ('ApprovedRound', 'Offered')`)
    expect(await change(`where status in ('ApprovedRound', 'Offered')`)).toBe(first)
    const sold = (id: string) => `where id = '${id}' and status = any('{${SOLD_PROJECTS.join(',')}}')`
    expect(await change(sold('old-sedge'))).not.toBe(first)
    const marked = async (condition: string, statuses: readonly string[]) => {
      const { rows } = await sql<{ status: string }>`
        select status from unnest(${statuses}::text[]) as status where ${sql.raw(condition)}`.execute(db)
      return rows.map(({ status }) => status)
    }
    const ofProjects = await marked(`whole_credit_status('Certified', status) is null`, PROJECT_STATUSES)
    expect(ofProjects.toSorted()).toEqual(SOLD_PROJECTS.toSorted())
    const ofRequirements = await marked(`credit_statuses_of(status) <> '{}'`, REQUIREMENT_STATUSES)
    expect(ofRequirements.toSorted()).toEqual(SOLD_REQUIREMENTS.toSorted())
  })

  it('what waits for papers and checks is sold, so that no offer and no bid makes the home page count it anew', () => {
    const ofSold = QUEUE.filter(isOfSold).map(({ id }) => id)
    expect(ofSold).toEqual(
      expect.arrayContaining([
        'project.SetNatureBasedAgreement',
        'requirement.SetCreditSupplyAgreement',
        'project.AddComplianceCheck',
        'project.AddPerformanceCheck',
      ]),
    )
    expect(ofSold).not.toContain('project.SetCosts')
  })

  it('a paper that is filed is gone from the home page of the operator at once', async () => {
    const { db } = world.store
    await sql`update requirement set status = 'RightsCreated'`.execute(db)
    const more = async () => (await moreInQueue(db, on))[0]?.detail
    const before = await more()
    expect(before).toContain('credit supply agreement')
    await sql`insert into filed_document (id, owner_kind, owner_id, tag, name, sha256, size, type, uploaded_by, uploaded_at)
      select 'paper-' || id, 'requirement', id, 'CreditSupplyAgreement', 'agreement.pdf', repeat('0', 64), 1, 'application/pdf', 'olga', now()
      from requirement`.execute(db)
    expect(await more()).not.toContain('credit supply agreement')
  })

  it('whatever a total is counted from is marked when it changes', async () => {
    const { db } = world.store
    const readers = await Promise.all(['olga', 'fay', 'bob', 'amy', 'sue'].map(id => actorFor(db, id)))
    for (const listing of LISTINGS)
      for (const reader of readers.filter(one => one !== undefined)) {
        const all = Object.fromEntries(Object.keys(listing.filters).map(name => [name, ['true']]))
        const { conditions } = chosenBy(listing, { ...all, q: 'a' }, reader, { on })
        const { sql: text } = conditions.compile(db)
        const tables = [...text.matchAll(/\b(?:from|join) "?([a-z_]+)\b(?!\()/g)].map(([, name]) => name!)
        expect([listing.noun.kind, tables.filter(name => !MARKED.includes(name))]).toEqual([
          listing.noun.kind,
          [],
        ])
      }
  })
})

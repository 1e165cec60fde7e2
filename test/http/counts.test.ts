import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitedSteps } from '#contract/steps/index'
import { CAPACITIES } from '#domain/values/capacity'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { HOLDINGS } from '#domain/credit/balance'
import { ROUND_STATUSES } from '#domain/round/round'
import { SYSTEM } from '#domain/people/actor'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { mergeCountRows } from '#server/counts/counts'
import { PROJECT_STATUSES, SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES, SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { CHANGE_MARKED_TABLES, dataVersionSql, marksOf } from '#server/store/state'
import { areAllQueuedItemsSold, summariseQueue } from '#server/work/queue-counts'
import { WORK_QUEUE_STEPS } from '#server/next/step-conditions'
import { readCertifiedUnitsFromCounts, readCertifiedUnits } from '#server/views/listing/balance'
import { LISTINGS } from '#server/views/lists/index'
import { listConditionSql, countSelectedRows, type AnyListing } from '#server/views/listing/listing'
import { readActor } from '#server/auth/sessions'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
})
afterAll(() => world.close())

const on = '2026-06-01'
const FLAGS = ['true', 'false']

/** The values of each filter that stored counts answer. */
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

/** Each filter with each value, with two values at once, and some combined with others. */
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
  return [{}, ...alone, ...createSeededRandom(1).shuffled(beside).slice(0, 20)]
}

describe('totals that lists look up', () => {
  it('equal the number of rows, with any filter', async () => {
    const { db } = world.store
    const told: number[] = []
    for (const listing of LISTINGS.filter(({ counted }) => counted))
      for (const query of await queriesOf(listing)) {
        const { conditions, isCounted } = listConditionSql(listing, query, SYSTEM, { on })
        expect(isCounted).toBe(true)
        const { kind } = listing.noun
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(kind)} where ${conditions}`.execute(db)
        const total = await countSelectedRows(listing, query, SYSTEM, { db, on })
        expect([kind, query, total]).toEqual([kind, query, rows[0]?.count])
        told.push(total)
        if (told.length === 50) await mergeCountRows(db)
      }
    expect(new Set(told).size).toBeGreaterThan(5)
  })

  it('give the balances of the credits', async () => {
    const { db } = world.store
    const credits = LISTINGS.find(({ noun }) => noun.list === 'credits')!
    let most = 0
    for (const query of await queriesOf(credits)) {
      const { conditions } = listConditionSql(credits, query, SYSTEM, { on })
      const sorted = (held: readonly object[]) =>
        held.map(one => JSON.stringify(one, Object.keys(one).toSorted())).toSorted()
      const found = sorted(await readCertifiedUnits(db, conditions))
      expect([query, sorted(await readCertifiedUnitsFromCounts(db, conditions))]).toEqual([query, found])
      most = Math.max(most, found.length)
    }
    expect(most).toBeGreaterThan(2)
  })

  it('give what projects and requirements sold, for the registries', async () => {
    for (const list of ['projects', 'requirements'] as const) {
      const { statuses } = LISTINGS.find(({ noun }) => noun.list === list)!.noun
      const every = Object.keys(statuses ?? {})
        .map(status => `status=${status}`)
        .join('&')
      const ask = async (words: string) =>
        (await world.ask('olga', `/api/${list}?format=totals&${words}`)).json<unknown[]>()
      // With a filter by every status, they are summed item by item.
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

  it('of sold credits are recalculated when these change, and not when an offer does', async () => {
    const { db } = world.store
    const change = async (where: string) => {
      await sql`update project set near_address = id ${sql.raw(where)}`.execute(db)
      const { rows } = await sql<{ state: string }>`
        select ${sql.raw(dataVersionSql(`'{${marksOf('from credit join project', { soldOnly: true }).join(',')}}'`))} as state`.execute(
        db,
      )
      return rows[0]!.state
    }
    const first = await change(`where status in ('ApprovedRound', 'Offered')`)
    expect(await change(`where status in ('ApprovedRound', 'Offered')`)).toBe(first)
    const sold = (id: string) => `where id = '${id}' and status = any('{${SOLD_PROJECT_STATUSES.join(',')}}')`
    expect(await change(sold('old-sedge'))).not.toBe(first)
    const marked = async (condition: string, statuses: readonly string[]) => {
      const { rows } = await sql<{ status: string }>`
        select status from unnest(${statuses}::text[]) as status where ${sql.raw(condition)}`.execute(db)
      return rows.map(({ status }) => status)
    }
    const ofProjects = await marked(`whole_credit_status('Certified', status) is null`, PROJECT_STATUSES)
    expect(ofProjects.toSorted()).toEqual(SOLD_PROJECT_STATUSES.toSorted())
    const ofRequirements = await marked(`credit_statuses_of(status) <> '{}'`, REQUIREMENT_STATUSES)
    expect(ofRequirements.toSorted()).toEqual(SOLD_REQUIREMENT_STATUSES.toSorted())
  })

  it('of missing documents and checks count only sold things, so that offers and bids do not recalculate them', () => {
    const ofSold = WORK_QUEUE_STEPS.filter(areAllQueuedItemsSold).map(({ id }) => id)
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

  it('drop a filed document from the operator’s home page at once', async () => {
    const { db } = world.store
    await sql`update requirement set status = 'RightsCreated'`.execute(db)
    const more = async () => (await summariseQueue(db, on))[0]?.detail
    const before = await more()
    expect(before).toContain('credit supply agreement')
    await sql`insert into filed_document (id, owner_kind, owner_id, tag, name, sha256, size, type, uploaded_by, uploaded_at)
      select 'paper-' || id, 'requirement', id, 'CreditSupplyAgreement', 'agreement.pdf', repeat('0', 64), 1, 'application/pdf', 'olga', now()
      from requirement`.execute(db)
    expect(await more()).not.toContain('credit supply agreement')
  })

  it('are marked as changed with everything that they are counted from', async () => {
    const { db } = world.store
    const readers = await Promise.all(['olga', 'fay', 'bob', 'amy', 'sue'].map(id => readActor(db, id)))
    for (const listing of LISTINGS)
      for (const reader of readers.filter(one => one !== undefined)) {
        const all = Object.fromEntries(Object.keys(listing.filters).map(name => [name, ['true']]))
        const { conditions } = listConditionSql(listing, { ...all, q: 'a' }, reader, { on })
        const { sql: text } = conditions.compile(db)
        const tables = [...text.matchAll(/\b(?:from|join) "?([a-z_]+)\b(?!\()/g)].map(([, name]) => name!)
        expect([listing.noun.kind, tables.filter(name => !CHANGE_MARKED_TABLES.includes(name))]).toEqual([
          listing.noun.kind,
          [],
        ])
      }
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayRead } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import type { EntityMap } from '#domain/disclosure/entities'
import { SYSTEM } from '#domain/people/actor'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { rebuildSearchTable } from '#server/search/search-table'
import { searchVisibleItems } from '#server/search/search'
import { createEffectContext } from '../store/samples.ts'
import { createSearchMarket, createRandomReader, repeat } from './search-market.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const KINDS = ['project', 'requirement', 'organisation', 'projectGroup', 'requirementGroup', 'round'] as const
type Kind = (typeof KINDS)[number]
type Row = EntityMap[Kind]

const ownerOf = (row: Row): string | undefined =>
  'supplierId' in row
    ? row.supplierId
    : 'buyerId' in row
      ? row.buyerId
      : 'marketId' in row
        ? row.marketId
        : undefined

let world: World
beforeAll(async () => {
  world = await startWorld(...createSearchMarket(createSeededRandom(1)))
})
afterAll(() => world.close())

const rowsOf = async (): Promise<[Kind, Row][]> => {
  const all = await Promise.all(
    KINDS.map(async kind => {
      const { rows } = await sql<Row>`select * from ${sql.table(kind)}`.execute(world.store.db)
      return rows.map((row): [Kind, Row] => [kind, row])
    }),
  )
  return all.flat()
}

const found = async (term: string, reader: Actor) => {
  const { items, total } = await searchVisibleItems(term, reader, {
    ...{ db: world.store.db, read: world.store.read, now: world.clock.now, on: '2026-06-01' },
  })
  expect(total).toBe(items.length)
  return new Set(items.map(({ kind, id }) => `${kind} ${id}`))
}

/** The names of a place, by its id: search knows no others. */
const placesOf = async (): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; called: string }>`
    select id, name || '|' || catchment as called from subcatchment union all select id, name || '|' || id from nca
    union all select id, name || '|' || full_name from lpa`.execute(world.store.db)
  return new Map(rows.map(({ id, called }) => [id, called]))
}

/** The expected hits: visible items with the term in their name, their owner’s or their place’s, or as their code. */
const expected = (rows: [Kind, Row][], names: ReadonlyMap<string, string>, term: string, reader: Actor) => {
  const said = term.toLowerCase()
  const hasIt = (name = '') => name.toLowerCase().includes(said)
  return new Set(
    rows
      .filter(
        ([, row]) =>
          hasIt(row.name) ||
          hasIt(names.get(ownerOf(row) ?? '')) ||
          ('ncaId' in row &&
            [row.ncaId, row.lpaId, row.subcatchmentId].some(id => hasIt(names.get(id ?? '')))) ||
          ('csvId' in row && row.csvId?.toLowerCase() === said),
      )
      .filter(([kind, row]) => mayRead(kind, row, reader))
      .map(([kind, { id }]) => `${kind} ${id}`),
  )
}

describe('search results by reader', () => {
  it('contain every visible item with the term in its name, and nothing else', async () => {
    const r = createSeededRandom(2)
    const rows = await rowsOf()
    const names = new Map([
      ...rows.map(([, { id, name }]) => [id, name] as const),
      ['levels', 'Levels'] as const,
      ...(await placesOf()),
    ])
    let hits = 0
    for (let turn = 0; turn < 300; turn += 1) {
      const reader = createRandomReader(r)
      const name = r.pick(rows)[1].name
      const from = r.whole(0, Math.max(name.length - 4, 0))
      const cut = name.slice(from, r.whole(from + 3, name.length)).trim()
      const term = r.pick([name, name.toUpperCase(), cut, 'levels', `code${r.whole(0, 9)}`])
      if (!/[\p{L}\p{N}]{3}/u.test(term)) continue
      const wanted = expected(rows, names, term, reader)
      if (wanted.size === 0) continue
      expect(await found(term, reader), `${term} by ${JSON.stringify(reader)}`).toEqual(wanted)
      hits += wanted.size
    }
    expect(hits).toBeGreaterThan(500)
  })

  it('contain matches for a mistyped word, and never anything hidden', async () => {
    const r = createSeededRandom(3)
    const rows = await rowsOf()
    for (let turn = 0; turn < 100; turn += 1) {
      const reader = createRandomReader(r)
      const hits = await found(
        r.pick(['sedgmoor', 'sedgemor', 'wilow', 'meadw', 'sedgemoor wilow', 'kingsbridge']),
        reader,
      )
      const visible = new Set(
        rows.filter(([kind, row]) => mayRead(kind, row, reader)).map(([kind, { id }]) => `${kind} ${id}`),
      )
      expect([...hits].filter(hit => !visible.has(hit))).toEqual([])
    }
    const reader = { ...createRandomReader(r), groups: ['admin'] as const, organisationType: 'OPER' as const }
    const meant = rows
      .filter(([, { name }]) => name.includes('Willow'))
      .map(([kind, { id }]) => `${kind} ${id}`)
    expect(meant.length).toBeGreaterThan(5)
    expect([...(await found('wilow', reader))]).toEqual(expect.arrayContaining(meant))
  })
})

describe('the search table', () => {
  it('follows additions, renames, transfers and removals, including its words', async () => {
    const words = async () =>
      (
        await sql<{ word: string }>`select word from search_word where word like 'zeph%'`.execute(
          world.store.db,
        )
      ).rows
    await world.store.transaction(tx =>
      tx.apply(
        [sampleRow('organisation', { id: 'zephyr', name: 'Zephyrstone', csvId: null, lpaId: null })],
        createEffectContext(),
      ),
    )
    expect(await words()).toEqual([{ word: 'zephyrstone' }])
    expect(await found('zephystone', SYSTEM)).toEqual(new Set(['organisation zephyr']))
    await sql`update organisation set name = 'Zephania' where id = 'zephyr'`.execute(world.store.db)
    expect(await words()).toEqual([{ word: 'zephania' }])
    await sql`update project set supplier_id = 'zephyr', lpa_id = null where id = 'p-0'`.execute(
      world.store.db,
    )
    expect(await found('zephania', SYSTEM)).toEqual(new Set(['organisation zephyr', 'project p-0']))
    await sql`update project set supplier_id = 'owner-0', group_id = null where id = 'p-0'`.execute(
      world.store.db,
    )
    await sql`delete from organisation where id = 'zephyr'`.execute(world.store.db)
    expect(await words()).toEqual([])
    expect(await rebuildSearchTable(world.store.db)).toBe(0)
  })

  it('is repaired when rows bypassed its triggers', async () => {
    await world.store.db.connection().execute(async one => {
      await sql`set session_replication_role = replica`.execute(one)
      await sql`update project set name = 'Quicksilver' where id = 'p-1'`.execute(one)
      await sql`delete from project where id = 'p-2'`.execute(one)
      await sql`set session_replication_role = origin`.execute(one)
    })
    expect(await found('quicksilver', SYSTEM)).toEqual(new Set())
    expect(await rebuildSearchTable(world.store.db)).toBe(3)
    expect(await found('quicksilver', SYSTEM)).toEqual(new Set(['project p-1']))
  })

  it('gives the nearest of many similar items, and each reader their own', async () => {
    const many = repeat(700, n =>
      sampleRow('project', {
        ...{
          id: `many-${n}`,
          name: `Wintermere ${n}`,
          roundId: 'bidding',
          supplierId: 'owner-0',
          agentId: null,
        },
        ...{ groupId: null, unchangedSinceRoundId: null, offer: null, offeredAt: null, status: 'Draft' },
      }),
    )
    await world.store.transaction(tx => tx.apply(many, createEffectContext()))
    await sql`update project set name = case id when 'many-1' then 'Mere' when 'many-2' then 'Mere Field' else 'West Mere Field' end
      where id in ('many-1', 'many-2', 'many-3')`.execute(world.store.db)
    await sql`update project set supplier_id = 'owner-7' where id = 'many-697'`.execute(world.store.db)
    await sql`vacuum analyze search_entry`.execute(world.store.db)
    const answer = await searchVisibleItems('mere', SYSTEM, {
      ...{ db: world.store.db, read: world.store.read, now: world.clock.now, on: '2026-06-01' },
    })
    expect(answer.items.slice(0, 3).map(({ name }) => name)).toEqual([
      'Mere',
      'Mere Field',
      'West Mere Field',
    ])
    expect(answer).toMatchObject({ total: 500, isMore: true })
    expect(answer.items).toHaveLength(50)
    const owner: Actor = {
      ...createRandomReader(createSeededRandom(4)),
      groups: ['participant'],
      organisationType: 'PARTICIPANT',
    }
    const few = { ...owner, organisationId: 'owner-7', formerIds: [], authorities: [], lpaId: null }
    expect(await found('wintermere', few)).toEqual(new Set(['project many-697']))
    const { rows: plan } = await world.store.db.transaction().execute(async tx => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<Record<string, string>>`explain select id from search_entry
        where kind = 'project' and name like '%west mere%'`.execute(tx)
    })
    expect(plan.flatMap(row => Object.values(row)).join('\n')).toContain('search_entry_projects')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, remove, update, type Change } from '#actions/kit/changes'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { mergeCountRows, rebuildStoredCounts, countIncorrectCounts } from '#server/counts/counts'
import { CHANGE_MARKED_TABLES, dataVersionSql, marksOf } from '#server/store/state'
import { freshStore } from './open.ts'
import { allSamples, createEffectContext, SAMPLES } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), createEffectContext()))
  await store.transaction(tx =>
    tx.apply([create('round', { ...SAMPLES.round, id: 'another' })], createEffectContext()),
  )
})
afterAll(() => store.close())

const ROUNDS = [SAMPLES.round.id, 'another']
const STATUSES = ['Draft', 'Provisional', 'Registered', 'Screened'] as const
const TYPES = [['Biodiversity'], ['NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous']] as const

/** Some random changes of items whose ids begin with this prefix; refusals by the tables are part of the test. */
const someChanges = (chance: RandomNumberGenerator, prefix: string): Change[] => {
  const one = <T>(from: readonly T[]): T => from[chance.whole(0, from.length - 1)]!
  const loose = { groupId: null, agentId: null, offer: null, offeredAt: null, status: one(STATUSES) }
  return Array.from({ length: chance.whole(1, 2) }, (): Change => {
    const id = `${prefix}-${chance.whole(1, 3)}`
    const roundId = one(ROUNDS)
    const project = { ...SAMPLES.project, ...loose, id, roundId, creditTypes: [...one(TYPES)] }
    const requirement = { ...SAMPLES.requirement, id, roundId, groupId: null, agentId: null }
    return one([
      create('project', project),
      create('project', project),
      update('project', { id }, { status: one(STATUSES), roundId }),
      update('project', { id }, { offer: one([null, 700]), creditTypes: [...one(TYPES)] }),
      remove('project', { id }),
      create('requirement', requirement),
      create('requirement', requirement),
      update('requirement', { id }, { bid: one([null, 900]), roundId }),
      remove('requirement', { id }),
    ])
  })
}

const isRefused = (error: unknown): string => String(error)

describe('stored counts', () => {
  it('equal the actual counts after concurrent changes, rollbacks, previews and folding', async () => {
    let done = 0
    const act = async (seed: number): Promise<void> => {
      const chance = createSeededRandom(seed)
      for (let step = 0; step < 40; step += 1) {
        const way = chance.whole(0, 5) === 0 ? store.rehearsal : store.transaction
        const changes = someChanges(chance, `of-${seed}`)
        const outcome = await way(async tx => {
          await tx.apply(changes, createEffectContext())
          return 'done'
        }).catch(isRefused)
        if (outcome === 'done') done += 1
        // One snapshot is enough to find a wrong count, even while others act.
        if (step % 5 === 0)
          expect([seed, step, await countIncorrectCounts(store.db)]).toEqual([seed, step, 0])
        if (chance.whole(0, 4) === 0) await mergeCountRows(store.db)
      }
    }
    await Promise.all([1, 2, 3, 4].map(act))
    expect(done).toBeGreaterThan(40)
    expect(await countIncorrectCounts(store.db)).toBe(0)
    await mergeCountRows(store.db)
    expect(await countIncorrectCounts(store.db)).toBe(0)
    const { rows } = await sql`select from kept_count where not folded union all
      select from change_mark where not folded`.execute(store.db)
    expect(rows).toEqual([])
  })

  it('ignore what a crash interrupts', async () => {
    const own = await store.db.startTransaction().execute()
    await sql`update project set status = 'Screened' where id = ${SAMPLES.project.id}`.execute(own)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(store.db)
    await own.rollback().execute().catch(isRefused)
    expect(await countIncorrectCounts(store.db)).toBe(0)
  })

  it('are checked for changes that bypass triggers, and repaired while people work', async () => {
    await mergeCountRows(store.db)
    await sql`update kept_count set number = number + 3 where kind = 'project'`.execute(store.db)
    await sql`delete from kept_count where kind = 'requirement'`.execute(store.db)
    const wrong = await countIncorrectCounts(store.db)
    expect(wrong).toBeGreaterThan(1)
    const acting = store.transaction(tx =>
      tx.apply([update('project', { id: SAMPLES.project.id }, { name: 'Meanwhile' })], createEffectContext()),
    )
    expect(await rebuildStoredCounts(store.db)).toBe(wrong)
    await acting
    expect(await countIncorrectCounts(store.db)).toBe(0)
    expect(await rebuildStoredCounts(store.db)).toBe(0)
  })
})

describe('the state of tables', () => {
  const stateNow = async (statement: string): Promise<string> => {
    const { rows } = await sql<{
      state: string
    }>`select ${sql.raw(dataVersionSql(`'{${marksOf(statement).join(',')}}'`))} as state`.execute(store.db)
    return rows[0]!.state
  }
  const of = 'select count(*) from "project" where "project"."round_id" = $1'

  it('changes with each change of the table, and not with one of another table', async () => {
    const states = new Set([await stateNow(of)])
    for (const name of ['One', 'Two', 'Three']) {
      await store.transaction(tx =>
        tx.apply([update('project', SAMPLES.project, { name })], createEffectContext()),
      )
      states.add(await stateNow(of))
    }
    expect(states.size).toBe(4)
    const before = await stateNow(of)
    await store.transaction(tx =>
      tx.apply(
        [update('organisation', SAMPLES.organisation, { contact: 'Somebody' })],
        createEffectContext(),
      ),
    )
    await store.rehearsal(tx =>
      tx.apply([update('project', SAMPLES.project, { name: 'Four' })], createEffectContext()),
    )
    await mergeCountRows(store.db)
    expect(await stateNow(of)).toBe(before)
  })

  it('is marked for every listed table', async () => {
    const { rows } = await sql<{ name: string }>`select relname::text as name from pg_trigger
      join pg_class on pg_class.oid = tgrelid where tgname = 'changes_are_marked'`.execute(store.db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(CHANGE_MARKED_TABLES.toSorted())
  })
})

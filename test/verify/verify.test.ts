import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOnSnapshot } from '#server/store/one-moment'
import type { VerificationCheck } from '#server/verify/check'
import { TABLE_CHECKS } from '#server/verify/checks'
import { documentsCheck } from '#server/verify/documents'
import { DIFFERENCE_REMEDIES } from '#server/verify/remedies'
import { runChecks } from '#server/verify/verify'
import { freshStore } from '../store/open.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

const now = '2026-11-21T09:00:00.000Z'

const verified = (checks: readonly VerificationCheck[], signal?: AbortSignal) =>
  readOnSnapshot(store.db, db => runChecks({ db, now, ...(signal && { signal }) }, checks))

const finds = (name: string, many: number): VerificationCheck => ({
  name,
  run: async function* ({ db }, looked) {
    await sql`select 1`.execute(db)
    looked(many + 1)
    for (let nth = 1; nth <= many; nth++) yield { what: `thing ${nth}`, why: 'is not as it was' }
  },
})

it('a verification runs every part, counts all differences and names the first thousand', async () => {
  const found = await verified([finds('one', 2), finds('none', 0), finds('many', 1200)])
  expect(found).toMatchObject({ at: now, more: 202 })
  expect(found.parts).toEqual([
    { name: 'one', looked: 3, differences: 2 },
    { name: 'none', looked: 1, differences: 0 },
    { name: 'many', looked: 1201, differences: 1200 },
  ])
  expect(found.differences).toHaveLength(1000)
  expect(found.differences[0]).toEqual({ part: 'one', what: 'thing 1', why: 'is not as it was' })
})

it('every part of a verification has a remedy', () => {
  const parts = [...TABLE_CHECKS, documentsCheck({ open: async () => undefined })].map(({ name }) => name)
  expect(Object.keys(DIFFERENCE_REMEDIES)).toEqual(parts)
})

it('a verification reports a part that cannot be verified as a difference, and continues with the next', async () => {
  const broken: VerificationCheck = {
    name: 'broken',
    run: async function* ({ db }) {
      yield { what: 'thing', why: 'is not there' }
      await sql`select * from no_such_table`.execute(db)
    },
  }
  const found = await verified([broken, finds('after', 1)])
  expect(found.parts.map(part => part.differences)).toEqual([2, 1])
  expect(found.differences[1]).toEqual({
    ...{ part: 'broken', what: 'This part' },
    why: 'could not be verified: relation "no_such_table" does not exist',
  })
})

it('a verification stops when told to', async () => {
  const stopping = new AbortController()
  const stops: VerificationCheck = {
    name: 'stops',
    run: async function* (_, looked) {
      stopping.abort(new Error('The server stops'))
      looked(1)
      yield { what: 'nothing', why: 'comes after' }
    },
  }
  await expect(verified([stops, finds('after', 1)], stopping.signal)).rejects.toThrow('The server stops')
})

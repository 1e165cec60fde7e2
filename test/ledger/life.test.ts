import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '#server/runner/refusals'
import { ALL_JOBS } from '#server/jobs/jobs'
import { runJobs } from '#server/tasks/schedule'
import { listLedgerFaults } from '#server/store/ledger-check'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await listLedgerFaults(world.store.db)).toEqual([]))

/** Fifty simultaneous attempts: the number of successes, and the refusals of the others. */
const atOnce = async (work: () => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, work))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected').map(outcome => outcome.reason)
  return {
    done: 50 - refused.length,
    refusedWith: [
      ...new Set(refused.map(error => (error instanceof HttpError ? error.status : String(error)))),
    ],
  }
}
const ONE_OF_FIFTY = { done: 1, refusedWith: [409] }

const status = async (id: string) => (await world.store.read.one('requirement', id))?.status
const HOMES = ['homes-for-ever', 'homes-for-a-year']

describe('the credits of a requirement after settlement', () => {
  it('are not allocated without both documents, nor before every supplier is contracted', async () => {
    await world.store.db
      .updateTable('filedDocument')
      .set({ replacedById: 'fund-CreditSupplyAgreement' })
      .where('id', '=', 'estate-homes-CreditSupplyAgreement')
      .execute()
    await expect(world.does('AllocateRights', 'requirement', 'estate-homes')).rejects.toMatchObject({
      status: 422,
    })
    await world.store.db
      .updateTable('filedDocument')
      .set({ replacedById: null })
      .where('id', '=', 'estate-homes-CreditSupplyAgreement')
      .execute()
  })

  it('are allocated once when fifty people try simultaneously', async () => {
    expect(await atOnce(() => world.does('AllocateRights', 'requirement', 'estate-homes'))).toEqual(
      ONE_OF_FIFTY,
    )
    expect(await world.statuses(...HOMES)).toEqual(['RightsAllocated', 'RightsAllocated'])
  })

  it('are issued only after the projects of the first period are verified', async () => {
    await expect(world.does('IssueCredits', 'requirement', 'estate-homes')).rejects.toMatchObject({
      status: 422,
    })
    expect(await status('estate-homes')).toBe('RightsAllocated')
  })

  it('are issued once for reserve and unused parts when a project is verified', async () => {
    await world.verifies('wetland')
    await world.verifies('cover')
    expect(await world.statuses('wetland-reserve', 'wetland-unused', 'cover-unused')).toEqual([
      'Issued',
      'Issued',
      'Issued',
    ])
    expect(await world.statuses(...HOMES)).toEqual(['RightsAllocated', 'RightsAllocated'])
  })

  it('are issued once when fifty people try simultaneously', async () => {
    expect(await atOnce(() => world.does('IssueCredits', 'requirement', 'estate-homes'))).toEqual(
      ONE_OF_FIFTY,
    )
    expect(await world.statuses(...HOMES)).toEqual(['Issued', 'Issued'])
  })

  it('are redeemed once when fifty people try simultaneously, with a remark if late', async () => {
    expect(await atOnce(() => world.redeems('estate-homes', '2026-03-02T00:00:00.000Z'))).toEqual(
      ONE_OF_FIFTY,
    )
    expect(await world.statuses(...HOMES)).toEqual(['Redeemed', 'Redeemed'])
    const told = await world.store.db
      .selectFrom('activity')
      .select('message')
      .where('subjectId', '=', 'estate-homes')
      .where('action', '=', 'RedeemCredits')
      .execute()
    expect(told).toEqual([{ message: 'Redeem credits; after the redemption date' }])
  })

  it('of an investor retire at redemption, through Redeemed', async () => {
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'fund')
    await world.redeems('fund')
    expect([await status('fund'), await world.statuses('fund-for-ever')]).toEqual(['Retired', ['Retired']])
    const life = await world.store.db
      .selectFrom('creditLedger')
      .select('toStatus')
      .where('creditId', '=', 'fund-for-ever')
      .orderBy('seq')
      .execute()
    expect(life.map(entry => entry.toStatus)).toEqual([
      'RightsCreated',
      'RightsAllocated',
      'Issued',
      'Redeemed',
      'Retired',
    ])
  })

  it('retire once after the last period of a fixed term, although two servers check simultaneously', async () => {
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'sheds')
    await world.redeems('sheds')
    const on = (day: string) =>
      runJobs(
        { runtime: { ...world.runtime, now: () => `${day}T00:30:00.000Z` }, files: world.files },
        ALL_JOBS,
      )
    await on('2026-12-31')
    expect(await world.statuses('sheds-for-a-year', 'cover-unused')).toEqual(['Redeemed', 'Issued'])
    await Promise.all([on('2027-01-01'), on('2027-01-01')])
    await on('2027-01-01')
    expect(await world.statuses('sheds-for-a-year', 'homes-for-a-year', 'cover-unused')).toEqual([
      'Retired',
      'Retired',
      'Retired',
    ])
    expect(await world.statuses('homes-for-ever', 'wetland-reserve')).toEqual(['Redeemed', 'Issued'])
    expect([await status('sheds'), await status('estate-homes')]).toEqual(['Retired', 'CreditsRedeemed'])
    const told = await world.store.db
      .selectFrom('activity')
      .select(['subjectKind', 'subjectId', 'actorId'])
      .where('action', '=', 'RetireCredits')
      .where('subjectKind', '<>', 'credit')
      .orderBy('subjectId')
      .execute()
    expect(told.map(one => [one.subjectId, one.actorId])).toEqual([
      ['cover', null],
      ['estate-homes', null],
      ['sheds', null],
    ])
  })
})

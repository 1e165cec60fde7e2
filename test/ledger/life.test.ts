import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '#server/runner/refusals'
import { JOBS } from '#server/tasks/jobs'
import { runJobs } from '#server/tasks/schedule'
import { ledgerFaults } from '#server/store/ledger-check'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await ledgerFaults(world.store.db)).toEqual([]))

/** Fifty at once: how many came through, and with what the others were refused. */
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
  it('rights are not allocated without both documents, nor before every supplier is contracted', async () => {
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

  it('of fifty who allocate the same rights at once one does, and all credits with them', async () => {
    expect(await atOnce(() => world.does('AllocateRights', 'requirement', 'estate-homes'))).toEqual(
      ONE_OF_FIFTY,
    )
    expect(await world.statuses(...HOMES)).toEqual(['RightsAllocated', 'RightsAllocated'])
  })

  it('credits are issued only after the projects of the first period are verified', async () => {
    await expect(world.does('IssueCredits', 'requirement', 'estate-homes')).rejects.toMatchObject({
      status: 422,
    })
    expect(await status('estate-homes')).toBe('RightsAllocated')
  })

  it('verifying a project issues its reserve and its unused credits, once', async () => {
    await world.verifies('wetland')
    await world.verifies('cover')
    expect(await world.statuses('wetland-reserve', 'wetland-unused', 'cover-unused')).toEqual([
      'Issued',
      'Issued',
      'Issued',
    ])
    expect(await world.statuses(...HOMES)).toEqual(['RightsAllocated', 'RightsAllocated'])
  })

  it('of fifty who issue the same credits at once one does', async () => {
    expect(await atOnce(() => world.does('IssueCredits', 'requirement', 'estate-homes'))).toEqual(
      ONE_OF_FIFTY,
    )
    expect(await world.statuses(...HOMES)).toEqual(['Issued', 'Issued'])
  })

  it('of fifty who redeem the same credits at once one does, and a late redemption is remarked', async () => {
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

  it("an investor's credits retire at redemption, through Redeemed", async () => {
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

  it('fixed-term credits retire once when their last period has ended, though two servers look at once', async () => {
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'sheds')
    await world.redeems('sheds')
    const on = (day: string) =>
      runJobs({ runtime: { ...world.runtime, now: () => `${day}T00:30:00.000Z` }, files: world.files }, JOBS)
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

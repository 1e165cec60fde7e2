import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endTimesToCure } from '#server/jobs/end-times-to-cure'
import { runJobs } from '#server/tasks/schedule'
import { listLedgerFaults } from '#server/store/ledger-check'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await listLedgerFaults(world.store.db)).toEqual([]))

const { reason, since } = { reason: 'As agreed on the telephone', since: '2026-01-20' }

/** Reports a mishap as the operator, and confirms it. */
const confirmed = async (kind: 'project' | 'requirement', id: string, type: string): Promise<string> => {
  await world.does('ReportConcern', kind, id, { type, since, what: 'No answer to three letters' })
  const [one] = (await world.store.read.list('case', {})).toReversed()
  await world.does('Confirm', 'case', one!.id, { reason, services: [] })
  return one!.id
}
const credit = (id: string) => world.store.read.one('credit', id)
const statusOf = async (kind: 'project' | 'requirement', id: string) =>
  (await world.store.read.one(kind, id))?.status
const coveredUnits = async (creditId: string): Promise<number> => {
  const failures = await world.store.read.list('unitFailure', { creditId, endedAt: null })
  const covering = await world.store.read.list('unitReplacement', {
    failureId: failures.map(({ id }) => id),
    endedAt: null,
  })
  return covering.reduce((sum, { firstUnit, lastUnit }) => sum + lastUnit - firstUnit + 1, 0)
}
const replaces = async (id: string) => {
  await world.does('DrawOnReserve', 'case', id, { reason }).catch(() => undefined)
  await world.does('ReplaceFromUnsold', 'case', id, { price: 1_000, reason }).catch(() => undefined)
}

describe('a buyer who does not go on', () => {
  it('is released: its units are unsold again, and the books name the case', async () => {
    const id = await confirmed('requirement', 'fund', 'BuyerDefault')
    expect(await statusOf('requirement', 'fund')).toBe('RightsCreated')
    await world.does('ReleaseBuyer', 'case', id, { requirement: 'fund', reason })
    expect(await statusOf('requirement', 'fund')).toBe('Unmatched')
    expect(await credit('fund-for-ever')).toMatchObject({
      ...{ status: 'Unused', requirementId: null, lapsedRequirementId: 'fund', returnCaseId: id },
    })
    const entries = await world.store.db
      .selectFrom('creditLedger')
      .select(['fromStatus', 'toStatus', 'requirementId', 'caseId'])
      .where('creditId', '=', 'fund-for-ever')
      .orderBy('seq')
      .execute()
    expect(entries.at(-1)).toEqual({
      ...{ fromStatus: 'RightsCreated', toStatus: 'Unused', requirementId: null, caseId: id },
    })
  })

  it('is released once, and the case can then be closed', async () => {
    const [one] = await world.store.read.list('case', { type: 'BuyerDefault' })
    await expect(
      world.does('ReleaseBuyer', 'case', one!.id, { requirement: 'fund', reason }),
    ).rejects.toMatchObject({ status: 422 })
    await world.does('Close', 'case', one!.id, { reason })
  })

  it('leaves units that are issued with the other unsold ones at the next verification', async () => {
    await world.verifies('wetland')
    expect(await world.statuses('fund-for-ever', 'wetland-reserve', 'wetland-unused')).toEqual([
      ...['Issued', 'Issued', 'Issued'],
    ])
  })
})

describe('a verification that failed', () => {
  const cureBy = '2026-04-01'
  const casesOn = async (now: string) => {
    await runJobs({ ...world, runtime: { ...world.runtime, now: () => `${now}T09:00:00.000Z` } }, [
      endTimesToCure,
    ])
    return world.store.read.list('case', { projectId: 'wetland' })
  }

  it('has a day after today on which it is to be put right', async () => {
    const failed = { isPass: false, failReason: 'The inlet is dry' }
    await expect(world.verifies('wetland', { ...failed, cureBy: '2026-02-01' })).rejects.toMatchObject({
      status: 422,
    })
    await world.verifies('wetland', { ...failed, cureBy })
    expect(await casesOn(cureBy)).toEqual([])
  })

  it('becomes one case by itself once that day has passed', async () => {
    for (const day of ['2026-04-02', '2026-04-03'])
      expect(await casesOn(day)).toMatchObject([
        { type: 'DeliveryFailure', status: 'Reported', reporter: 'system', what: 'The inlet is dry' },
      ])
  })

  it('is closed by one that passes, unless someone has confirmed it', async () => {
    await world.verifies('wetland')
    expect(await casesOn('2026-04-04')).toMatchObject([{ status: 'Closed', confirmedAt: null }])
  })
})

describe('a supplier who does not sign', () => {
  let id: string

  it('fails all units of the project, and nothing that others supply', async () => {
    id = await confirmed('project', 'cover', 'WillNotSign')
    const failures = await world.store.read.list('unitFailure', { caseId: id })
    expect(
      failures.map(one => [one.creditId, one.lastUnit - one.firstUnit + 1, one.startDay, one.endDay]),
    ).toEqual(
      expect.arrayContaining([
        ['homes-for-a-year', 50_000, '2026-01-01', '2027-01-01'],
        ['sheds-for-a-year', 30_000, '2026-01-01', '2027-01-01'],
        ['cover-unused', 20_000, '2026-01-01', '2027-01-01'],
      ]),
    )
    expect(failures).toHaveLength(3)
  })

  it('does not end while a buyer holds units that nothing replaces', async () => {
    await replaces(id)
    expect((await coveredUnits('homes-for-a-year')) + (await coveredUnits('sheds-for-a-year'))).toBe(60_000)
    await expect(world.does('Close', 'case', id, { outcome: 'Lost', reason })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('lets a buyer without cover go, whose replacing units then serve the others', async () => {
    await world.does('ReleaseBuyer', 'case', id, { requirement: 'estate-homes', reason })
    expect(await statusOf('requirement', 'estate-homes')).toBe('Unmatched')
    expect(await world.statuses('homes-for-ever', 'homes-for-a-year')).toEqual(['Unused', 'Unused'])
    expect(await coveredUnits('homes-for-a-year')).toBe(0)
    await replaces(id)
    expect(await coveredUnits('sheds-for-a-year')).toBe(30_000)
  })

  it('ends the project, whose land is free, and no one registers it again as it was', async () => {
    await world.does('Close', 'case', id, { outcome: 'Lost', reason })
    expect(await world.store.read.one('project', 'cover')).toMatchObject({
      ...{ status: 'Unmatched', endedAs: 'Contracted' },
    })
    await expect(world.does('Reregister', 'project', 'cover', {})).rejects.toMatchObject({ status: 409 })
    expect(await world.statuses('cover-unused')).toEqual(['Unused'])
    const shown = await world.ask(null, '/api/public/registry/projects/cover')
    expect([shown.statusCode, shown.json<{ status: string }>().status]).toEqual([200, 'Unmatched'])
  })

  it('keeps no buyer waiting whose units are all replaced', async () => {
    await world.does('AllocateRights', 'requirement', 'sheds')
    await world.does('IssueCredits', 'requirement', 'sheds')
    expect(await world.statuses('sheds-for-a-year')).toEqual(['Issued'])
  })
})

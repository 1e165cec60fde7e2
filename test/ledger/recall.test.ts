import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listLedgerFaults } from '#server/store/ledger-check'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

const HOMES = ['homes-for-ever', 'homes-for-a-year']
const reason = 'The units were counted twice'

let world: ContractedWorld
let id: string
beforeAll(async () => {
  world = await contractedWorld()
  for (const one of ['wetland', 'cover']) await world.verifies(one)
  for (const one of ['estate-homes', 'sheds'])
    for (const step of ['AllocateRights', 'IssueCredits'] as const) await world.does(step, 'requirement', one)
  await world.redeems('sheds')
  const said = { type: 'IssuedInError', since: '2026-01-20', what: 'Too many were issued' }
  await world.does('ReportConcern', 'project', 'cover', said)
  id = (await world.store.read.list('case', {}))[0]!.id
})
afterAll(() => world.close())
afterEach(async () => expect(await listLedgerFaults(world.store.db)).toEqual([]))

const recalls = (credits: string) => world.does('Recall', 'case', id, { credits, reason })
const certificatesOf = (subjectId: string) => world.store.read.list('certificate', { subjectId })

describe('credits that were issued in error', () => {
  it('stay issued until the error is confirmed', async () => {
    await expect(recalls('estate-homes')).rejects.toMatchObject({ status: 409 })
    await world.does('Confirm', 'case', id, { reason, services: [] })
    expect(await world.statuses(...HOMES)).toEqual(['Issued', 'Issued'])
  })

  it.each([
    ['without a case', `status = 'RightsAllocated'`],
    ['further than to what they were', `status = 'RightsCreated', return_case_id = (select id from "case")`],
    [
      'by hand to someone else',
      `status = 'RightsAllocated', requirement_id = 'fund', return_case_id = (select id from "case")`,
    ],
  ])('do not go back %s', async (_how, change) => {
    await expect(
      sql.raw(`update credit set ${change} where id = 'homes-for-a-year'`).execute(world.store.db),
    ).rejects.toMatchObject({ constraint: 'credit_moves_forward' })
  })

  it('go back to the rights that they were, and their certificate is revoked', async () => {
    const before = await certificatesOf('estate-homes')
    await recalls('estate-homes')
    expect((await world.store.read.one('requirement', 'estate-homes'))?.status).toBe('RightsAllocated')
    expect(await world.statuses(...HOMES)).toEqual(['RightsAllocated', 'RightsAllocated'])
    const after = await certificatesOf('estate-homes')
    const issued = before.find(({ kind, state }) => kind === 'issue' && state === 'Current')
    expect(after.find(one => one.id === issued?.id)).toMatchObject({ state: 'Revoked' })
    expect(after.filter(({ state }) => state === 'Current').map(({ kind }) => kind)).toContain('rights')
    const entry = await world.store.db
      .selectFrom('creditLedger')
      .select(['fromStatus', 'toStatus', 'caseId'])
      .where('creditId', '=', 'homes-for-a-year')
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({ fromStatus: 'Issued', toStatus: 'RightsAllocated', caseId: id })
  })

  it('are not recalled once they have been redeemed', async () => {
    await expect(recalls('sheds')).rejects.toMatchObject({ status: 422 })
    expect(await world.statuses('sheds-for-a-year')).toEqual(['Redeemed'])
  })

  it('are recalled from the reserve and the unsold units too, of this project alone', async () => {
    await recalls('unsold')
    expect(await world.statuses('cover-unused', 'wetland-unused', 'wetland-reserve')).toEqual([
      ...['Unused', 'Issued', 'Issued'],
    ])
  })

  it('can be issued again once the case is closed', async () => {
    await expect(world.does('IssueCredits', 'requirement', 'estate-homes')).rejects.toMatchObject({
      status: 422,
    })
    await world.does('Close', 'case', id, { reason })
    await world.does('IssueCredits', 'requirement', 'estate-homes')
    await world.verifies('cover')
    expect(await world.statuses(...HOMES, 'cover-unused')).toEqual(['Issued', 'Issued', 'Issued'])
  })
})

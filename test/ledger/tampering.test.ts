import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listLedgerFaults } from '#server/store/ledger-check'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await listLedgerFaults(world.store.db)).toEqual([]))

const copyOf = (
  credit: string,
  changed: string,
) => `insert into credit overriding system value select (jsonb_populate_record(null::credit,
  to_jsonb(credit) - 'ordinal' || '${changed}')).* from credit where id = '${credit}'`
const another = (units: number, first: number) =>
  `insert into credit (id, round_id, project_id, service_id, type, status, is_reserved, is_permanent, units, module,
     broad_habitat, units_per_period)
   values ('forged', 'settled', 'wetland', 'wetland-service', 'NutrientMitigationPhosphorous', 'Unused', false, true,
     ${units}, 'NA', 'NA', '[{"start":"2026-01-01","end":null,"units":${units},"first":${first}}]')`

describe('the database refuses statements that bypass the product', () => {
  it.each([
    ['to sell units that are sold already', another(10, 1), 'credit_unit_held_once'],
    ['to sell more than was certified', another(10, 100_001), 'credits_add_up'],
    [
      'to make a credit larger',
      `update credit set units = units + 1 where id = 'homes-for-ever'`,
      'credit_is_fixed',
    ],
    ['to delete a credit', `delete from credit where id = 'wetland-unused'`, 'credit_is_kept'],
    [
      'to give a credit to another owner',
      `update credit set requirement_id = 'sheds' where id = 'homes-for-ever'`,
      'credit_is_fixed',
    ],
    [
      'to sell the reserve',
      `update credit set requirement_id = 'sheds', is_reserved = false where id = 'wetland-reserve'`,
      'credit_is_fixed',
    ],
    [
      'to skip the allocation of rights',
      `update credit set status = 'Issued' where id = 'homes-for-ever'`,
      'credit_moves_forward',
    ],
    [
      'to allocate the reserve',
      `update credit set status = 'RightsAllocated' where id = 'wetland-reserve'`,
      'credit_moves_forward',
    ],
    [
      'to redeem unissued credits',
      `update credit set status = 'Redeemed' where id = 'homes-for-ever'`,
      'credit_moves_forward',
    ],
    [
      'to let rights lapse without a case',
      `update credit set status = 'Unused', requirement_id = null, lapsed_requirement_id = requirement_id where id = 'sheds-for-a-year'`,
      'credit_moves_forward',
    ],
    [
      'to say that the rights to unsold units lapsed',
      `update credit set lapsed_requirement_id = 'sheds' where id = 'wetland-unused'`,
      'credit_is_fixed',
    ],
    [
      'to go back a status',
      `update credit set status = 'None' where id = 'wetland-unused'`,
      'credit_moves_forward',
    ],
    [
      'to let a credit run ahead of its requirement',
      `update credit set status = 'RightsAllocated' where id = 'homes-for-ever'`,
      'credits_agree',
    ],
    [
      'to let a requirement run ahead of its credits',
      `update requirement set status = 'RightsAllocated' where id = 'sheds'`,
      'credits_agree',
    ],
    [
      'to begin a credit as issued',
      copyOf('wetland-unused', '{"id":"forged","status":"Issued"}'),
      'credit_begins',
    ],
    [
      'to add a whole credit to its parts',
      copyOf('wetland-unused', '{"id":"wetland-service","status":"Bid"}'),
      'credit_begins',
    ],
    [
      'to certify more after settlement',
      `update service set units = units + 1 where id = 'wetland-service'`,
      'credits_add_up',
    ],
    [
      'to lengthen a term after settlement',
      `update service set duration = 'TwoYears' where id = 'cover-service'`,
      'credits_add_up',
    ],
    [
      'to withdraw a certificate after settlement',
      `update service set status = 'NotCertified' where id = 'wetland-service'`,
      null,
    ],
    [
      'to let a sold project be offered again',
      `update project set status = 'Offered' where id = 'wetland'`,
      'credit_unit_held_once',
    ],
    [
      'to move a block',
      `update credit_block set first_unit = 2 where first_unit = 1`,
      'credit_block_follows',
    ],
    ['to delete a block', 'delete from credit_block', 'credit_block_follows'],
    [
      'to add a block',
      `insert into credit_block values ('P1-20260101-1-2', 'wetland-unused', 1, '2026-01-01', null, 1, 2)`,
      'credit_block_follows',
    ],
  ])('the database refuses %s', async (_what, statement, constraint) => {
    await expect(sql.raw(statement).execute(world.store.db)).rejects.toMatchObject(
      constraint ? { constraint } : { code: expect.stringMatching(/^23/) as string },
    )
  })

  it.each([
    ['change', 'update credit_ledger set units = 1'],
    ['delete', 'delete from credit_ledger'],
    ['empty', 'truncate credit_ledger'],
  ])('the database refuses to %s the ledger', async (_what, statement) => {
    await expect(sql.raw(statement).execute(world.store.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('the database refuses to use a service for a whole credit of another size, or to lose it', async () => {
    const whole = await world.store.read.one('credit', 'service')
    expect(whole).toMatchObject({ status: 'Bid', serviceId: 'service' })
    for (const statement of [
      `update credit set units = 1, units_per_period = '[{"start":"2026-01-01","end":null,"units":1,"first":1}]' where id = 'service'`,
      `delete from credit where id = 'service'`,
      `update credit set status = 'None' where id = 'service'`,
    ])
      await expect(sql.raw(statement).execute(world.store.db)).rejects.toMatchObject({ code: '23514' })
  })
})

it('the registry check detects everything that the database refuses to change', async () => {
  const foundAfter = async (...statements: string[]) => {
    const trx = await world.store.db.startTransaction().execute()
    for (const table of ['credit', 'credit_block', 'credit_ledger', 'service', 'requirement'])
      await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
    const faults = await listLedgerFaults(trx)
    await trx.rollback().execute()
    return [...new Set(faults.map(fault => fault.split(':')[0]))]
  }
  expect(await foundAfter()).toEqual([])
  for (const statements of [
    ["update service set units = units + 1 where id = 'wetland-service'"],
    ["update service set status = 'NotCertified' where id = 'wetland-service'"],
    ["update credit set status = 'Issued' where id = 'wetland-unused'"],
    ["delete from credit where id = 'wetland-unused'"],
    ["update credit set status = 'Redeemed' where id = 'homes-for-ever'"],
    ["update credit_ledger set to_status = 'Retired' where credit_id = 'sheds-for-a-year'"],
    [
      "insert into credit_ledger (at, credit_id, service_id, is_reserved, from_status, to_status, units, serials) values (now(), 'fund-for-ever', 'x', false, 'Retired', 'Issued', 1, '{}')",
    ],
    ["update requirement set status = 'Retired' where id = 'sheds'"],
    [
      "update credit set units = 10, units_per_period = jsonb_set(units_per_period, '{0,units}', '10') where id = 'fund-for-ever'",
    ],
  ])
    expect([statements, (await foundAfter(...statements)).length > 0]).toEqual([statements, true])
})

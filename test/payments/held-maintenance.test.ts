import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listMaintenanceInstalments } from '#domain/money/payment-schedule'
import { groupBy } from '#domain/values/grouped'
import { readMaintenanceChecks } from '#server/money/events'
import { readOverview } from '#server/money/overview'
import { connectDatabase } from '#server/store/database'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { copyTemplate, demonstration, TEMPLATE_NOW } from '../builders/templates.ts'

type Db = ReturnType<typeof connectDatabase>

/** What is held by project and year, worked out from the books and the checks as pages do. */
const workOut = async (db: Db) => {
  const { rows } = await sql<{ id: string; held: number }>`
    select item_id as id, -sum(amount)::bigint as held
    from money_posting join money_account on money_account.id = account_id join money_entry on money_entry.id = entry_id
    where purpose = 'maintenance' and kind = 'settlement' group by item_id order by item_id`.execute(db)
  const checks = await readMaintenanceChecks(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, held }) =>
    listMaintenanceInstalments(held, checks.get(id) ?? [])
      .filter(({ due }) => due === null)
      .map(({ year, amount }) => ({ id, year: year ?? 0, amount })),
  )
}

/** Money held for checks that were due before a day. */
const readOverdue = async (db: Db, before: string): Promise<number> => {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(amount), 0)::bigint as pence from held_maintenance where due < ${before}::date`.execute(
    db,
  )
  return rows[0]!.pence
}

const readKept = async (db: Db) => {
  const { rows } = await sql<{ id: string; year: number; amount: number }>`
    select project_id as id, year, amount from held_maintenance order by project_id, year`.execute(db)
  return rows
}

it('is kept by the database as it follows from settlements and checks, also when a check is passed or a plan changes', async () => {
  const { connection, remove } = await copyTemplate(demonstration)
  const db = connectDatabase(connection)
  expect(await readKept(db)).toEqual(await workOut(db))
  const parts = groupBy(await readKept(db), ({ id }) => id)
  const [planned] = parts.find(([, its]) => its.length > 1) ?? []
  expect(planned).toBeDefined()
  await sql`update project_type set check_years = '{1,3,7}' where id = (select type_id from project where id = ${planned})`.execute(
    db,
  )
  expect((await readKept(db)).filter(({ id }) => id === planned).length).toBeLessThanOrEqual(3)
  expect(await readKept(db)).toEqual(await workOut(db))
  await sql`insert into compliance_check (id, project_id, date, name, organisation, report_id, is_compliant, for_year)
    select 'passed', ${planned}, '2026-06-01', 'Ada', 'Checks Ltd', (select min(id) from filed_document), true, 7`.execute(
    db,
  )
  expect((await readKept(db)).filter(({ id }) => id === planned).map(({ year }) => year)).not.toContain(7)
  expect(await readKept(db)).toEqual(await workOut(db))
  const later = await readOverview(db, '2030-12-01')
  expect(later.heldOverdue).toBe((await readOverdue(db, '2030-12-01')) / 100)
  expect(later.heldOverdue).toBeGreaterThan((await readOverdue(db, '2030-01-01')) / 100)
  expect(later.heldByYear[0]).toMatchObject({ year: 2030, due: (await readOverdue(db, '2031-01-01')) / 100 })
  const { rows } = await sql<{ wrong: number }>`select count(*)::integer as wrong from count_fault`.execute(
    db,
  )
  expect(rows[0]?.wrong).toBe(0)
  const { differences } = await db
    .transaction()
    .execute(trx => runChecks({ db: trx, now: TEMPLATE_NOW }, [moneyCheck]))
  expect(differences).toEqual([])
  await db.destroy()
  await remove()
})

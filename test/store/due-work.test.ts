import { type CompiledQuery, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { dueEmails } from '#server/mail/send'
import { connectDatabase } from '#server/store/database'
import { openDueWork } from '#server/store/due-work'
import { dueTasks } from '#server/tasks/queue'
import { copyTemplate, emptyTables } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { freshStore } from './open.ts'

it('due work wakes only those who have some, again until it is done or they stop watching', async () => {
  const { connection, remove } = await copyTemplate(emptyTables)
  const db = connectDatabase(connection)
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  const dueWork = openDueWork(db)
  const woken: string[] = []
  const watch = (name: string, isDue: () => ReturnType<typeof sql<boolean>>) =>
    dueWork.watch({ isDue, wake: () => woken.push(name) })
  let isDone = false
  const unwatchWhole = watch('until it is done', () => sql`${!isDone}::boolean`)
  watch('never', () => sql`1 = 0`)
  watch('unknown', () => sql`null`)
  await waitUntil('it was woken repeatedly', async () => woken.length >= 2)
  isDone = true
  const first = woken.length
  watch('later', () => sql`1 = 1`)
  await waitUntil('the other is woken', async () => woken.filter(name => name === 'later').length >= 2)
  // A look may have begun before it was done.
  expect(woken.filter(name => name !== 'later').length).toBeLessThanOrEqual(first + 1)
  expect(new Set(woken)).toEqual(new Set(['until it is done', 'later']))
  isDone = false
  unwatchWhole()
  const last = woken.filter(name => name !== 'later').length
  const many = woken.length
  await waitUntil('the other is woken again', async () => woken.length >= many + 2)
  expect(woken.filter(name => name !== 'later')).toHaveLength(last)
})

it('what is due is found by the index of what is not done, so that what is done costs nothing', async () => {
  const { db, close } = await freshStore()
  onTestFinished(close)
  /** How the database runs a statement that it plans once, for any values. */
  const planOf = ({ sql: text, parameters }: CompiledQuery): Promise<string> =>
    db.transaction().execute(async trx => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
      await sql.raw(`prepare due as ${text}`).execute(trx)
      const values = sql.join(parameters.map(value => sql.lit(value)))
      const { rows } = await sql`explain (format json) execute due (${values})`.execute(trx)
      await sql`deallocate due`.execute(trx)
      return JSON.stringify(rows)
    })
  const emails = dueEmails(db, '2027-01-01T00:00:00.000Z').orderBy('notBefore').limit(1)
  expect(await planOf(emails.compile())).toContain('"mail_outbox_to_do"')
  expect(await planOf(dueTasks(db, ['match']).compile())).toContain('"task_to_do"')
})

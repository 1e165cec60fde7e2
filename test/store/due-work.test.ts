import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { connectDatabase } from '#server/store/database'
import { openDueWork } from '#server/store/due-work'
import { copyTemplate, emptyTables } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'

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

import { expect, it, onTestFinished } from 'vitest'
import { claimTask, finishTask } from '#server/tasks/queue'
import { connectDatabase } from '#server/store/database'
import { copyTemplate, demonstration } from '../builders/templates.ts'

const KINDS = ['match', 'compareMatch', 'publishInstance'] as const
const NOW = '2026-06-01T12:00:00.000Z'

it('workers that ask at the same time take tasks of different rounds, and one round has one at a time', async () => {
  const { connection, remove } = await copyTemplate(demonstration)
  const workers = Array.from({ length: 6 }, () => connectDatabase(connection))
  const [db] = workers
  onTestFinished(async () => {
    for (const one of workers) await one.destroy()
    await remove()
  })
  if (!db) throw new Error('There are six workers')
  await db.deleteFrom('task').execute()
  const rounds = await db.selectFrom('round').select('id').orderBy('id').limit(2).execute()
  const tasks = rounds.flatMap(({ id }) => KINDS.map(kind => ({ id: `${id} ${kind}`, kind, roundId: id })))
  await db
    .insertInto('task')
    .values(tasks.map(task => ({ ...task, payload: '{}', createdAt: NOW })))
    .execute()

  const takeAll = async () => {
    const taken = await Promise.all(
      workers.map(worker => claimTask(worker, ['compareMatch', 'publishInstance'])),
    )
    return taken.filter(task => task !== undefined)
  }
  const first = await takeAll()
  expect(new Set(first.map(({ roundId }) => roundId))).toEqual(new Set(rounds.map(({ id }) => id)))
  expect(first).toHaveLength(rounds.length)
  expect(await takeAll()).toEqual([])

  const [done, running] = first
  if (!done || !running) throw new Error('Two tasks were taken')
  await finishTask(db, done, 'done', null)
  const next = await takeAll()
  expect(next.map(({ roundId, kind }) => ({ roundId, other: kind !== done.kind }))).toEqual([
    { roundId: done.roundId, other: true },
  ])

  // Its worker has died: the same task is due again, and no other one of its round.
  await db.updateTable('task').set({ leaseUntil: NOW }).where('id', '=', running.id).execute()
  const again = await takeAll()
  expect(again.map(({ roundId }) => roundId)).toEqual([running.roundId])
})

import { expect, it, onTestFinished } from 'vitest'
import type { BulkAct } from '#contract/desk/bulk'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { demonstration } from '../builders/templates.ts'
import { submissionOf, waitUntil } from '../builders/world.ts'
import { operatedMarket } from './operated.ts'
import { bundleServer } from './process.ts'

it('a server killed during a bulk action continues it after the restart, and does nothing twice', async () => {
  const server = await bundleServer()
  onTestFinished(server.remove)
  const { store, start } = await operatedMarket(server, demonstration)
  const projects = await store.db.selectFrom('project').select('id').execute()
  const children = [{ type: 'paragraph', children: [{ type: 'text', text: 'Seen' }] }]
  const comment = { json: JSON.stringify({ root: { type: 'root', children } }) }

  const first = await start()
  const { body } = await first.operator.send(
    '/api/bulk-act',
    submissionOf({ key: 'all', kind: 'project', action: 'Comment', values: { comment }, items: projects }),
  )
  const { id } = body as BulkAct
  const items = () => store.db.selectFrom('bulkItem').select('state').where('bulkId', '=', id).execute()
  await waitUntil('part of the work is done', async () =>
    (await items()).some(({ state }) => state === 'done'),
  )
  await first.kill('SIGKILL')
  expect((await items()).some(({ state }) => state === 'waiting')).toBe(true)

  const second = await start()
  const done = await waitUntil('it has ended', async () => {
    const now = await second.operator.get<BulkAct>(`/api/bulk-act/${id}`)
    return now.state === 'done' && now
  })
  expect(done).toMatchObject({ total: projects.length, done: projects.length, refused: 0, cancelled: 0 })
  const comments = await store.db
    .selectFrom('comment')
    .select('subjectId')
    .where('text', '=', 'Seen')
    .orderBy('subjectId')
    .execute()
  expect(comments.map(one => one.subjectId)).toEqual(projects.map(one => one.id).toSorted())
  await expectSoundAuditTrail(store)
})

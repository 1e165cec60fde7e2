import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Read } from '#actions/kit/changes'
import type { AvailableAction } from '#contract/resource'
import type { Entities, StoredKind } from '#domain/entities'
import { withDoors } from '#server/views/doors'
import { anActor } from '../builders/market.ts'
import { demonstration, NOW } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'
import { like } from './world.ts'

const OWNER = 'SU17'
const MANY = 300

let market: World
let project: Entities['project']
beforeAll(async () => {
  market = await world({ from: demonstration, works: false })
  const [its] = await market.store.read.list('project', { supplierId: OWNER, roundId: 'RD-SOL-1' })
  project = { ...its!, groupId: null }
  await market.store.transaction(tx =>
    tx.apply(
      Array.from({ length: MANY }, (_, nth) => like('project', { ...project, id: `many${nth}` })),
      { now: NOW, newId: () => '' },
    ),
  )
})
afterAll(() => market.close())

/** Reads of the market's store, with the number of rows of each. */
const counting = () => {
  const counts: Partial<Record<StoredKind, number>> = {}
  const read: Read = {
    ...market.store.read,
    list: async (kind, where, most) => {
      const rows = await market.store.read.list(kind, where, most)
      counts[kind] = (counts[kind] ?? 0) + rows.length
      return rows
    },
  }
  return { read, counts }
}

const offered = (id: string): AvailableAction => ({ id, title: id }) as AvailableAction
const reader = anActor({ organisationId: OWNER, groups: ['participant'] })

it('reads a few rows only to draw the buttons of a project whose owner has hundreds', async () => {
  const { read, counts } = counting()
  const { store } = market
  for (const { id } of await store.read.list('projectGroup', { supplierId: OWNER }))
    await store.db.deleteFrom('projectGroup').where('id', '=', id).execute()
  const [action] = await withDoors('project', project, [offered('AddToGroup')], reader, { read, now: NOW })
  expect(action).toMatchObject({ missing: 'No project groups are available for this project' })
  expect(counts.project ?? 0).toBeLessThan(30)
})

it('says of no form that it has nothing to choose from where there are hundreds of things', async () => {
  const { read, counts } = counting()
  const owner = (await market.store.read.one('organisation', OWNER))!
  const [action] = await withDoors('organisation', owner, [offered('CreateProjectGroup')], reader, {
    read,
    now: NOW,
  })
  expect(action).not.toHaveProperty('missing')
  expect(counts.project ?? 0).toBeLessThan(30)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Read } from '#actions/kit/changes'
import type { AvailableAction } from '#contract/kit/resource'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { addEmptyChoiceHints } from '#server/views/kit/doors'
import { anActor } from '../builders/market.ts'
import { demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'
import { sampleRow } from './world.ts'

const OWNER = 'SU17'
const MANY = 300

let market: World
let project: EntityMap['project']
beforeAll(async () => {
  market = await world({ from: demonstration, works: false })
  const [its] = await market.store.read.list('project', { supplierId: OWNER, roundId: 'RD-SOL-1' })
  project = { ...its!, groupId: null }
  await market.store.transaction(tx =>
    tx.apply(
      Array.from({ length: MANY }, (_, nth) => sampleRow('project', { ...project, id: `many${nth}` })),
      { now: TEMPLATE_NOW, newId: () => '' },
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

it('needs only a few rows to draw the buttons of a project whose owner has hundreds', async () => {
  const { read, counts } = counting()
  const { store } = market
  for (const { id } of await store.read.list('projectGroup', { supplierId: OWNER }))
    await store.db.deleteFrom('projectGroup').where('id', '=', id).execute()
  const [action] = await addEmptyChoiceHints('project', project, [offered('AddToGroup')], reader, {
    read,
    now: TEMPLATE_NOW,
  })
  expect(action).toMatchObject({ missing: 'No project groups are available for this project' })
  expect(counts.project ?? 0).toBeLessThan(30)
})

it('never reports an empty choice in a form when hundreds of items exist', async () => {
  const { read, counts } = counting()
  const owner = (await market.store.read.one('organisation', OWNER))!
  const [action] = await addEmptyChoiceHints('organisation', owner, [offered('CreateProjectGroup')], reader, {
    read,
    now: TEMPLATE_NOW,
  })
  expect(action).not.toHaveProperty('missing')
  expect(counts.project ?? 0).toBeLessThan(30)
})

import { expect, it } from 'vitest'
import type { MapMark, MapMarks } from '#contract/public/map'
import { drawRegisterMap } from './picture.ts'

const mark = (id: string, latitude: number, longitude: number): MapMark => ({
  ...{ kind: 'project', id, name: `Project ${id}`, status: 'Monitoring', creditTypes: ['Biodiversity'] },
  ...{ latitude, longitude, precision: 'exact' },
})

const drawn = (items: MapMark[], near?: string) => {
  const marks: MapMarks = { items, total: items.length, unplaced: 0 }
  const listAt = (part?: string) => `/list?near=${part ?? ''}`
  return drawRegisterMap(marks, ['project', 'projects'], ({ id }) => `/projects/${id}`, { near, listAt })
}

it('a number on the picture links to a closer view, until each item stands alone', () => {
  const items = [mark('a', 51.0, -2.9), mark('b', 51.02, -2.88), mark('c', 54.9, -1.6)]
  const [several, far] = drawn(items)?.spots ?? []
  expect([several?.count, far?.to]).toEqual([2, '/projects/c'])
  const near = several?.to?.replace('/list?near=', '')
  const part = drawn(items, near)
  expect(part?.spots.map(({ to }) => to)).toEqual(['/projects/a', '/projects/b'])
  expect(part?.where).toMatch(/^About [\d.]+ km across, in Somerset\.$/)
  expect(part?.out).toMatchObject({
    all: '/list?near=',
    further: expect.stringMatching(/near=51\.0100,-2\.8900,/),
  })
})

it('items at the same place have no closer view', () => {
  const [spot] = drawn([mark('a', 51, -2.9), mark('b', 51, -2.9)])?.spots ?? []
  expect(spot).toMatchObject({ count: 2, to: null })
})

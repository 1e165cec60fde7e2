import { expect, it } from 'vitest'
import type { Mark, Marks } from '#contract/map'
import { pictureOf } from './picture.ts'

const mark = (id: string, latitude: number, longitude: number): Mark => ({
  ...{ kind: 'project', id, name: `Project ${id}`, status: 'Monitoring', creditTypes: ['Biodiversity'] },
  ...{ latitude, longitude, precision: 'exact' },
})

const drawn = (items: Mark[], near?: string) => {
  const marks: Marks = { items, total: items.length, unplaced: 0 }
  const listAt = (part?: string) => `/list?near=${part ?? ''}`
  return pictureOf(marks, ['project', 'projects'], ({ id }) => `/projects/${id}`, { near, listAt })
}

it('a number on the picture leads nearer by its address, until each thing stands by itself', () => {
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

it('what stands at one place leads nowhere nearer', () => {
  const [spot] = drawn([mark('a', 51, -2.9), mark('b', 51, -2.9)])?.spots ?? []
  expect(spot).toMatchObject({ count: 2, to: null })
})

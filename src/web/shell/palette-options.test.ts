import { expect, it } from 'vitest'
import { actionsOf, matching, ownOf, pagesOf } from './palette-options.ts'

const PAGES = pagesOf([
  { label: 'Markets', to: '/markets' },
  {
    label: 'Registries',
    links: [
      { label: 'Projects', to: '/registry/projects' },
      { label: 'Credit reserve', to: '/registry/reserve' },
    ],
  },
])

it('every page of the menu is an option, said to be under its heading', () => {
  expect(PAGES.map(({ label, about, go }) => [label, about, go])).toEqual([
    ['Markets', undefined, { to: '/markets' }],
    ['Projects', 'Registries', { to: '/registry/projects' }],
    ['Credit reserve', 'Registries', { to: '/registry/reserve' }],
  ])
})

it('an option fits that has every word typed, and one that begins with it comes first', () => {
  const labels = (typed: string) => matching(PAGES, typed).map(({ label }) => label)
  expect(labels('reg proj')).toEqual(['Projects'])
  expect(labels('r')).toEqual(['Markets', 'Projects', 'Credit reserve'])
  expect(labels('cre')).toEqual(['Credit reserve'])
  expect(labels('nothing')).toEqual([])
})

it('an action opens on its thing, or leads to the page that it names', () => {
  const options = actionsOf({
    name: 'The farm',
    links: { self: '/api/organisation/farm' },
    actions: [
      { id: 'RegisterNewProject', title: 'Register new project', label: 'Register new project' },
      { id: 'Review', title: 'Review', label: 'Review', navigatesTo: '/there' },
    ],
  })
  expect(options.map(({ go }) => go)).toEqual([
    { action: 'RegisterNewProject', on: 'organisation/farm' },
    { to: '/there' },
  ])
})

it('things of one’s own are found by name and by round, and lead to their pages', () => {
  const round = { name: 'Round 1', market: 'Somerset' }
  const own = ownOf('requirement', [
    { id: 'R1', name: 'Rookery Gate', round },
    { id: 'R2', name: 'Mill Lane', round: { ...round, market: 'Solent' } },
  ])
  expect(matching(own, 'rook').map(({ go }) => go)).toEqual([{ to: '/credit-requirements/R1' }])
  expect(matching(own, 'solent').map(({ label }) => label)).toEqual(['Mill Lane'])
})

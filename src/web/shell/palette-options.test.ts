import { expect, it } from 'vitest'
import { actionOptions, matchingOptions, ownRecordOptions, pageOptions } from './palette-options.ts'

const PAGES = pageOptions([
  { label: 'Markets', to: '/markets' },
  {
    label: 'Registries',
    links: [
      { label: 'Projects', to: '/registry/projects' },
      { label: 'Credit reserve', to: '/registry/reserve' },
    ],
  },
])

it('every page of the menu is an option, with its heading', () => {
  expect(PAGES.map(({ label, about, go }) => [label, about, go])).toEqual([
    ['Markets', undefined, { to: '/markets' }],
    ['Projects', 'Registries', { to: '/registry/projects' }],
    ['Credit reserve', 'Registries', { to: '/registry/reserve' }],
  ])
})

it('an option matches if it has every typed word, and options that begin with the text come first', () => {
  const labels = (typed: string) => matchingOptions(PAGES, typed).map(({ label }) => label)
  expect(labels('reg proj')).toEqual(['Projects'])
  expect(labels('r')).toEqual(['Markets', 'Projects', 'Credit reserve'])
  expect(labels('cre')).toEqual(['Credit reserve'])
  expect(labels('nothing')).toEqual([])
})

it('an action opens on its subject, or links to the page that it names', () => {
  const options = actionOptions({
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

it('a user’s own items are found by name and by round, and link to their pages', () => {
  const round = { name: 'Round 1', market: 'Somerset' }
  const own = ownRecordOptions('requirement', [
    { id: 'R1', name: 'Rookery Gate', round },
    { id: 'R2', name: 'Mill Lane', round: { ...round, market: 'Solent' } },
  ])
  expect(matchingOptions(own, 'rook').map(({ go }) => go)).toEqual([{ to: '/credit-requirements/R1' }])
  expect(matchingOptions(own, 'solent').map(({ label }) => label)).toEqual(['Mill Lane'])
})

import { useEffect, useState } from 'react'
import { search } from '#contract/desk/home'
import type { SignedInUser } from '#contract/people/account'
import { listUrl } from '#contract/kit/noun'
import { NOUNS } from '#contract/nouns/nouns'
import type { SearchHit, Resource } from '#contract/kit/resource'
import { useAnswer, useList, useResource } from '../api/api.ts'
import { headerMenuOfRole } from './menus.ts'
import { allResultsText } from './messages.ts'
import {
  actionOptions,
  searchResultOptions,
  matchingOptions,
  ownRecordOptions,
  pageOptions,
  visitOptions,
  type PaletteGroup,
  type PaletteOption,
} from './palette-options.ts'
import { isStaff, maySearch, roleOf } from './roles.ts'
import { visitsOf } from './visits.ts'

/** Milliseconds without typing before a search starts. */
const PAUSE = 150
const FEWEST_LETTERS = 2
const MOST_FOUND = 12
const MOST_UNASKED = 6
const MOST_OWN = 200

/** Text after a pause in typing. */
const useAfterPause = (typed: string): string => {
  const [said, setSaid] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return said
}

/** Search results; while another text is being searched for, the previous results stay. */
const useFound = (typed: string, canSearch: boolean) => {
  const said = useAfterPause(typed.trim())
  const isEnough = canSearch && typed.trim().length >= FEWEST_LETTERS
  const { data, isError } = useAnswer(
    search,
    isEnough && said.length >= FEWEST_LETTERS ? { params: { term: said } } : null,
  )
  const [kept, setKept] = useState<readonly SearchHit[]>([])
  if (data && data.items !== kept) setKept(data.items)
  const isSearching = isEnough && !isError && (said !== typed.trim() || !data)
  return { found: isEnough ? kept : [], isSearching }
}

/** Actions of this reader on the page, for the organisation and, for staff, in the lists. */
const useActions = (user: SignedInUser, subject: Resource | null): PaletteOption[] => {
  const staff = isStaff(roleOf(user))
  const organisation = useResource(NOUNS.organisation, staff ? null : user.organisation?.id).data
  const markets = useList(staff ? NOUNS.market : null, { limit: 1 }).data
  const organisations = useList(staff ? NOUNS.organisation : null, { limit: 1 }).data
  const own =
    organisation && organisation.links.self !== subject?.links.self ? actionOptions(organisation) : []
  const listed = [
    { name: 'Markets', self: listUrl(NOUNS.market, {}), actions: markets?.actions ?? [] },
    { name: 'Organisations', self: listUrl(NOUNS.organisation, {}), actions: organisations?.actions ?? [] },
  ].flatMap(({ name, self, actions }) => actionOptions({ name, links: { self }, actions }))
  return [...(subject ? actionOptions(subject) : []), ...own, ...listed]
}

/** Own projects and credit requirements of readers who have some and who cannot use the search. */
const useOwn = (isAsked: boolean): PaletteOption[] => {
  const projects = useList(isAsked ? NOUNS.project : null, { limit: MOST_OWN }).data?.items ?? []
  const requirements = useList(isAsked ? NOUNS.requirement : null, { limit: MOST_OWN }).data?.items ?? []
  return [...ownRecordOptions('project', projects), ...ownRecordOptions('requirement', requirements)]
}

/** Options of the palette for a text, in groups; without a text the most likely ones. */
export const usePalette = (typed: string, user: SignedInUser, subject: Resource | null) => {
  const role = roleOf(user)
  const canSearch = maySearch(role)
  const { found, isSearching } = useFound(typed, canSearch)
  const actions = useActions(user, subject)
  const own = useOwn(!canSearch)
  const pages = [
    { id: 'page /', label: 'Home', go: { to: '/' } },
    ...pageOptions(headerMenuOfRole(role)).filter(({ id }) => id !== 'page /'),
    { id: 'page /inbox', label: 'Inbox', go: { to: '/inbox' } },
    { id: 'page /profile', label: 'Profile', go: { to: '/profile' } },
    { id: 'page /programs', label: 'API keys and webhooks', go: { to: '/programs' } },
  ]
  const visits = visitOptions(visitsOf(user.id).filter(({ to }) => to !== location.pathname))
  const term = typed.trim()
  const groups: PaletteGroup[] =
    term === ''
      ? [
          { heading: 'Recent', options: visits.slice(0, MOST_UNASKED) },
          { heading: 'Actions', options: actions.slice(0, MOST_UNASKED) },
          { heading: 'Pages', options: pages },
        ]
      : [
          { heading: 'Yours', options: matchingOptions(own, term).slice(0, MOST_FOUND) },
          { heading: 'Pages', options: matchingOptions(pages, term) },
          { heading: 'Actions', options: matchingOptions(actions, term) },
          { heading: 'Results', options: searchResultOptions(found.slice(0, MOST_FOUND)) },
          {
            heading: 'Recent',
            options: matchingOptions(visits, term).filter(
              ({ go }) =>
                'to' in go &&
                !found.some(one => one.link === go.to) &&
                !own.some(one => 'to' in one.go && one.go.to === go.to) &&
                !pages.some(page => page.id === `page ${go.to}`),
            ),
          },
          {
            heading: 'Search',
            options: canSearch
              ? [
                  {
                    id: 'search',
                    label: allResultsText(term),
                    go: { to: `/search/${encodeURIComponent(term)}` },
                  },
                ]
              : [],
          },
        ]
  return { groups: groups.filter(({ options }) => options.length > 0), isSearching, canSearch }
}

import { useEffect, useState } from 'react'
import { search } from '#contract/home'
import type { SignedIn } from '#contract/account'
import { listUrl } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import type { Found, Resource } from '#contract/resource'
import { useAnswer, useList, useResource } from '../api.ts'
import { headerFor } from './menus.ts'
import {
  actionsOf,
  foundOf,
  matching,
  ownOf,
  pagesOf,
  visitedOf,
  type PaletteGroup,
  type PaletteOption,
} from './palette-options.ts'
import { isStaff, maySearch, roleOf } from './roles.ts'
import { visitsOf } from './visits.ts'

/** How long somebody pauses who has typed enough to be looked for. */
const PAUSE = 150
const FEWEST_LETTERS = 2
const MOST_FOUND = 12
const MOST_UNASKED = 6
const MOST_OWN = 200

/** The text once nobody has typed for a moment. */
const useAfterPause = (typed: string): string => {
  const [said, setSaid] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return said
}

/** What search finds; while it looks for another text, what it found last stays. */
const useFound = (typed: string, canSearch: boolean) => {
  const said = useAfterPause(typed.trim())
  const isEnough = canSearch && typed.trim().length >= FEWEST_LETTERS
  const { data, isError } = useAnswer(
    search,
    isEnough && said.length >= FEWEST_LETTERS ? { params: { term: said } } : null,
  )
  const [kept, setKept] = useState<readonly Found[]>([])
  if (data && data.items !== kept) setKept(data.items)
  const isSearching = isEnough && !isError && (said !== typed.trim() || !data)
  return { found: isEnough ? kept : [], isSearching }
}

/** What this reader may do on the page, for the organisation and, as staff, in the lists. */
const useActions = (user: SignedIn, subject: Resource | null): PaletteOption[] => {
  const staff = isStaff(roleOf(user))
  const organisation = useResource(NOUNS.organisation, staff ? null : user.organisation?.id).data
  const markets = useList(staff ? NOUNS.market : null, { limit: 1 }).data
  const organisations = useList(staff ? NOUNS.organisation : null, { limit: 1 }).data
  const own = organisation && organisation.links.self !== subject?.links.self ? actionsOf(organisation) : []
  const listed = [
    { name: 'Markets', self: listUrl(NOUNS.market, {}), actions: markets?.actions ?? [] },
    { name: 'Organisations', self: listUrl(NOUNS.organisation, {}), actions: organisations?.actions ?? [] },
  ].flatMap(({ name, self, actions }) => actionsOf({ name, links: { self }, actions }))
  return [...(subject ? actionsOf(subject) : []), ...own, ...listed]
}

/** The projects and credit requirements of readers who have their own, which search is not for. */
const useOwn = (isAsked: boolean): PaletteOption[] => {
  const projects = useList(isAsked ? NOUNS.project : null, { limit: MOST_OWN }).data?.items ?? []
  const requirements = useList(isAsked ? NOUNS.requirement : null, { limit: MOST_OWN }).data?.items ?? []
  return [...ownOf('project', projects), ...ownOf('requirement', requirements)]
}

/** What the palette offers for a text, in groups; without one what is nearest at hand. */
export const usePalette = (typed: string, user: SignedIn, subject: Resource | null) => {
  const role = roleOf(user)
  const canSearch = maySearch(role)
  const { found, isSearching } = useFound(typed, canSearch)
  const actions = useActions(user, subject)
  const own = useOwn(!canSearch)
  const pages = [
    { id: 'page /', label: 'Home', go: { to: '/' } },
    ...pagesOf(headerFor(role)).filter(({ id }) => id !== 'page /'),
    { id: 'page /inbox', label: 'Inbox', go: { to: '/inbox' } },
    { id: 'page /profile', label: 'Profile', go: { to: '/profile' } },
    { id: 'page /programs', label: 'API keys and webhooks', go: { to: '/programs' } },
  ]
  const visits = visitedOf(visitsOf(user.id).filter(({ to }) => to !== location.pathname))
  const term = typed.trim()
  const groups: PaletteGroup[] =
    term === ''
      ? [
          { heading: 'Recent', options: visits.slice(0, MOST_UNASKED) },
          { heading: 'Actions', options: actions.slice(0, MOST_UNASKED) },
          { heading: 'Pages', options: pages },
        ]
      : [
          { heading: 'Yours', options: matching(own, term).slice(0, MOST_FOUND) },
          { heading: 'Pages', options: matching(pages, term) },
          { heading: 'Actions', options: matching(actions, term) },
          { heading: 'Found', options: foundOf(found.slice(0, MOST_FOUND)) },
          {
            heading: 'Recent',
            options: matching(visits, term).filter(
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
                    label: `All that is found for “${term}”`,
                    go: { to: `/search/${encodeURIComponent(term)}` },
                  },
                ]
              : [],
          },
        ]
  return { groups: groups.filter(({ options }) => options.length > 0), isSearching, canSearch }
}

import type { RegisterSearchResults, RegisterHit } from '#contract/public/public-register'
import type { BalanceSheet } from '#contract/kit/balance'
import type { CreditRow } from '#contract/credit/credit'
import { project } from '#contract/project/project'
import type { PublicProject, PublicRequirement } from '#contract/public/public'
import type { DatedListPage } from '#contract/kit/resource'
import { showDay } from '@credit-market/values/dates'
import { TOWNS_ATTRIBUTION } from '#domain/place/attribution'
import { html, type Html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { availableUnitsCards } from '../register/balance.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import { statusBadge, countWithNoun, recordLink, creditTypeLabel } from '../register/words.ts'
import { htmlTable } from '../table.ts'

const PARTS = [
  ['credit', 'credits', 'Credits'],
  ['project', 'projects', 'Projects'],
  ['requirement', 'requirements', 'Requirements'],
] as const

const foundTable = (part: (typeof PARTS)[number], items: readonly RegisterHit[]): Html => {
  const [kind, address, heading] = part
  const link = ({ id, name }: RegisterHit) =>
    recordLink(address, { id: kind === 'credit' ? name : id, name }, undefined)
  return pageSection(
    heading,
    htmlTable(
      heading,
      [
        { title: kind === 'credit' ? 'Serial' : 'Name', cell: link },
        { title: 'Matches', cell: ({ why }) => why },
        { title: 'Status', cell: ({ status }) => status },
        ...(kind === 'credit'
          ? []
          : [
              { title: 'Credit type', cell: ({ creditType }: RegisterHit) => creditTypeLabel(creditType) },
              { title: 'Planning authority', cell: ({ lpa }: RegisterHit) => lpa?.name },
            ]),
      ],
      items,
      { isList: true },
    ),
  )
}

/** Contents of the register, for its first page. */
export interface RegisterContents {
  sheet: BalanceSheet
  projects: DatedListPage<PublicProject>
  requirements: DatedListPage<PublicRequirement>
  credits: DatedListPage<CreditRow>
}

const COUNTED = [
  ['projects', 'project', 'projects'],
  ['requirements', 'credit requirement', 'credit requirements'],
  ['credits', 'credit', 'credits'],
] as const

const contents = (held: RegisterContents): Html =>
  pageSection(
    'What is in the register',
    html`<p>
        As at ${showDay(held.sheet.on)}, the register has
        ${COUNTED.map(
          ([of, one, many], at) =>
            html`${at > 0 && (at === 2 ? ' and ' : ', ')}<a href="/register/${of}"
                >${countWithNoun(held[of].total, one, many)}</a
              >`,
        )}.
      </p>
      ${availableUnitsCards(held.sheet.types)}
      ${
        held.projects.items.length > 0 &&
        htmlTable(
          'Projects',
          [
            { title: 'Name', cell: row => recordLink('projects', row, undefined) },
            { title: 'Planning authority', cell: ({ lpa }) => lpa?.name },
            { title: 'Status', cell: ({ status }) => statusBadge(project.statuses[status]) },
          ],
          held.projects.items,
          { isList: true },
        )
      }`,
  )

/** Explains the search, with an existing serial as an example if there is one. */
const howToSearch = (serial: string | undefined): Html =>
  html`<p class="measure">
    You can search for a serial or a planning reference (or part of one), a grid reference, or the name of a
    planning authority, town, district, catchment or national character area.
    ${
      serial !== undefined &&
      html`A serial looks like <a href="/register?q=${encodeURIComponent(serial)}">${serial}</a>. You can
        enter just its beginning, such as ${serial.split('-')[0]}.`
    }
    <span class="quiet">Towns: ${TOWNS_ATTRIBUTION}</span>
  </p>`

/** Results of a search of the register, or an explanation of the search and the contents. */
export const registerSearchPage = (
  sought: string,
  { items, isMore }: RegisterSearchResults,
  held: RegisterContents | null,
): PublicPage => {
  const isEmpty = sought.trim() === ''
  return registerPage({
    title: isEmpty ? 'Public register' : `Search for “${sought}”`,
    description: 'Search the public register by serial, project, development, planning reference or place',
    path: '/register',
    sought,
    lead: isEmpty
      ? 'The results of settled rounds: projects, the developments and investments that hold their units, and every unit by its serial.'
      : items.length === 0
        ? 'Nothing in the register matches this name, place, serial or planning reference. Check the spelling, or search for part of the name.'
        : 'Everything in the register that matches this serial, name, reference or place.',
    body: html`${PARTS.map(part => {
      const its = items.filter(({ kind }) => kind === part[0])
      return its.length > 0 && foundTable(part, its)
    })}
    ${isMore && html`<p>There are more results than we can show. Search for a longer word to find fewer.</p>`}
    ${
      held &&
      html`${howToSearch(held.credits.items.flatMap(({ serials }) => serials)[0])}
      ${isEmpty && contents(held)}`
    }`,
  })
}

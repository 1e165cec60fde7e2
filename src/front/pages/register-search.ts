import type { RegisterSearchResults, RegisterHit } from '#contract/public/public-register'
import type { BalanceSheet } from '#contract/kit/balance'
import type { IdAndName } from '#contract/kit/values'
import { type Day, showDay } from '@credit-market/values/dates'
import { type Units, unitsToNumber } from '@credit-market/values/units'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { UNIT_NAMES } from '#domain/values/credit-type'
import { TOWNS_ATTRIBUTION } from '#domain/place/attribution'
import { html, type Html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { availableUnitsCards } from '../register/balance.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import { type MapPicture, mapPicture } from '../register/map-picture.ts'
import { countWithNoun, recordLink, creditTypeLabel, exactUnits } from '../register/words.ts'
import { htmlTable } from '../table.ts'
import { registerHitsText } from './messages.ts'

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

/** Something that happened to units of a project on a day. */
export interface RegisterEntry {
  at: Day
  title: string
  creditType: CreditType
  units: Units
  project: IdAndName
}

/** Contents of the register, for its first page. */
export interface RegisterContents {
  sheet: BalanceSheet
  counts: Readonly<Record<'projects' | 'requirements' | 'credits', number>>
  /** Map of its projects; null if none has a place. */
  picture: MapPicture | null
  /** Newest entries, the newest first. */
  entries: readonly RegisterEntry[]
}

const COUNTED = [
  ['projects', 'project', 'projects'],
  ['requirements', 'credit requirement', 'credit requirements'],
  ['credits', 'credit', 'credits'],
] as const

const contents = ({ sheet, counts, picture, entries }: RegisterContents): Html =>
  html`${pageSection(
      'What is in the register',
      html`<p>
          As at ${showDay(sheet.on)}, the register has
          ${COUNTED.map(
            ([of, one, many], at) =>
              html`${at > 0 && (at === 2 ? ' and ' : ', ')}<a href="/register/${of}"
                  >${countWithNoun(counts[of], one, many)}</a
                >`,
          )}.
        </p>
        ${availableUnitsCards(sheet.types)}`,
    )}
    <div class="register-columns">
      ${entries.length > 0 && pageSection('Newest entries', newestTable(entries))}
      ${picture && pageSection('Where the projects are', mapPicture('Projects of the register on a map', picture))}
    </div>`

const newestTable = (entries: readonly RegisterEntry[]): Html =>
  htmlTable(
    'Newest entries',
    [
      { title: 'Project', cell: ({ project }) => recordLink('projects', project, undefined) },
      { title: 'What happened', cell: ({ title }) => title },
      {
        title: 'Units',
        isNumber: true,
        cell: ({ units, creditType }) => `${exactUnits(unitsToNumber(units))} ${UNIT_NAMES[creditType]}`,
      },
      { title: 'Date', cell: ({ at }) => html`<time datetime="${at}">${showDay(at)}</time>` },
    ],
    entries,
    { isList: true },
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

/** First page of the register: a search, and what the register contains. `serial` is an example of one. */
export const registerFirstPage = (held: RegisterContents, serial: string | undefined): PublicPage =>
  searchablePage(
    '',
    'Public register',
    html`${contents(held)} ${pageSection('What you can search for', howToSearch(serial))}`,
  )

/** Results of a search of the register; if there are none, an explanation of the search with an example of a serial. */
export const registerSearchPage = (
  sought: string,
  { items, isMore }: RegisterSearchResults,
  serial: string | undefined,
): PublicPage =>
  searchablePage(
    sought,
    `Search for “${sought}”`,
    html`<p class="measure">${registerHitsText(items.length, sought)}</p>
      ${PARTS.map(part => {
        const its = items.filter(({ kind }) => kind === part[0])
        return its.length > 0 && foundTable(part, its)
      })}
      ${isMore && html`<p>There are more results than we can show. Search for a longer word to find fewer.</p>`}
      ${items.length === 0 && howToSearch(serial)}`,
  )

/** A page whose part below the search box changes while someone types. */
const searchablePage = (sought: string, title: string, body: Html): PublicPage => ({
  ...registerPage({
    title,
    description: 'Search the public register by serial, project, development, planning reference or place',
    path: '/register',
    sought,
    lead: 'The results of settled rounds: projects, the developments and investments that hold their units, and every unit by its serial.',
    body: html`<p class="sr-only" role="status" data-register-status></p>
      <div data-register-results>${body}</div>`,
  }),
  scripts: ['register-search'],
})

import type { RegisterSearch, FoundInRegister } from '#contract/public-register'
import type { BalanceSheet } from '#contract/balance'
import type { CreditRow } from '#contract/credit'
import { project } from '#contract/project'
import type { PublicProject, PublicRequirement } from '#contract/public'
import type { DatedListOf } from '#contract/resource'
import { showDay } from '#domain/dates'
import { TOWNS_ATTRIBUTION } from '#domain/place/attribution'
import { html, type Html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { leftCards } from '../register/balance.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { badge, countOf, linkTo, typeOf } from '../register/words.ts'
import { tableOf } from '../table.ts'

const PARTS = [
  ['credit', 'credits', 'Credits'],
  ['project', 'projects', 'Projects'],
  ['requirement', 'requirements', 'Requirements'],
] as const

const foundTable = (part: (typeof PARTS)[number], items: readonly FoundInRegister[]): Html => {
  const [kind, address, heading] = part
  const link = ({ id, name }: FoundInRegister) =>
    linkTo(address, { id: kind === 'credit' ? name : id, name }, undefined)
  return partOf(
    heading,
    tableOf(
      heading,
      [
        { title: kind === 'credit' ? 'Serial' : 'Name', cell: link },
        { title: 'Found by', cell: ({ why }) => why },
        { title: 'Status', cell: ({ status }) => status },
        ...(kind === 'credit'
          ? []
          : [
              { title: 'Credit type', cell: ({ creditType }: FoundInRegister) => typeOf(creditType) },
              { title: 'Planning authority', cell: ({ lpa }: FoundInRegister) => lpa?.name },
            ]),
      ],
      items,
      { isList: true },
    ),
  )
}

/** What the register holds, for its first page. */
export interface RegisterContents {
  sheet: BalanceSheet
  projects: DatedListOf<PublicProject>
  requirements: DatedListOf<PublicRequirement>
  credits: DatedListOf<CreditRow>
}

const COUNTED = [
  ['projects', 'project', 'projects'],
  ['requirements', 'credit requirement', 'credit requirements'],
  ['credits', 'credit', 'credits'],
] as const

const contents = (held: RegisterContents): Html =>
  partOf(
    'What is in the register',
    html`<p>
        As at ${showDay(held.sheet.on)} it holds
        ${COUNTED.map(
          ([of, one, many], at) =>
            html`${at > 0 && (at === 2 ? ' and ' : ', ')}<a href="/register/${of}"
                >${countOf(held[of].total, one, many)}</a
              >`,
        )}.
      </p>
      ${leftCards(held.sheet.types)}
      ${
        held.projects.items.length > 0 &&
        tableOf(
          'Projects',
          [
            { title: 'Name', cell: row => linkTo('projects', row, undefined) },
            { title: 'Planning authority', cell: ({ lpa }) => lpa?.name },
            { title: 'Status', cell: ({ status }) => badge(project.statuses[status]) },
          ],
          held.projects.items,
          { isList: true },
        )
      }`,
  )

/** A serial that there is, where there is any, and how the register is searched. */
const howToSearch = (serial: string | undefined): Html =>
  html`<p class="measure">
    ${
      serial === undefined
        ? 'A serial'
        : html`A serial looks like <a href="/register?q=${encodeURIComponent(serial)}">${serial}</a>; its
            beginning, such as ${serial.split('-')[0]}, or a part of one`
    }
    will do, as will a planning reference or a part of one, a grid reference, and the name of a planning
    authority, of a town or district in one, of a catchment or of a national character area.
    <span class="quiet">Towns: ${TOWNS_ATTRIBUTION}</span>
  </p>`

/** What a search of the register found, or how to search it and what it holds. */
export const registerSearch = (
  sought: string,
  { items, isMore }: RegisterSearch,
  held: RegisterContents | null,
): FrontPage => {
  const isEmpty = sought.trim() === ''
  return registerPage({
    title: isEmpty ? 'Public register' : `Search for “${sought}”`,
    description: 'Search the public register by serial, project, development, planning reference or place',
    path: '/register',
    sought,
    lead: isEmpty
      ? 'Everything that settled rounds have brought about: projects, the developments that hold their units, and every unit by its serial.'
      : items.length === 0
        ? 'Nothing in the register is called that, lies in a place of that name, or has that serial or planning reference.'
        : 'What the register has under that serial, name, reference or place.',
    body: html`${PARTS.map(part => {
      const its = items.filter(({ kind }) => kind === part[0])
      return its.length > 0 && foundTable(part, its)
    })}
    ${isMore && html`<p>There is more than is shown. A longer word finds less.</p>`}
    ${
      held &&
      html`${howToSearch(held.credits.items.flatMap(({ serials }) => serials)[0])}
      ${isEmpty && contents(held)}`
    }`,
  })
}

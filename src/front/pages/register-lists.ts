import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { areaColumns } from '#contract/columns/place'
import type { BalanceSheet } from '#contract/kit/balance'
import type { CreditRow } from '#contract/credit/credit'
import { project } from '#contract/project/project'
import type { PublicProject, PublicRequirement } from '#contract/public/public'
import { requirement } from '#contract/requirement/requirement'
import type { DatedListPage } from '#contract/kit/resource'
import type { IdAndName } from '#contract/kit/values'
import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { showDay } from '@credit-market/values/dates'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { type Html, html, type HtmlPart } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { SHEET_TERMS, totalsTable } from '../register/balance.ts'
import { creditColumns } from '../register/credit-columns.ts'
import { pageSection, registerPage } from '../register/frame.ts'
import {
  type RegisterQuery,
  type RegisterFilter,
  downloadLinks,
  filterForm,
  pageLinks,
} from '../register/list-parts.ts'
import { mapPicture, type MapPicture } from '../register/map-picture.ts'
import {
  statusBadge,
  countWithNoun,
  recordLink,
  termMeanings,
  placeOf,
  creditTypeLabel,
  exactUnits,
} from '../register/words.ts'
import { type TableColumn, htmlTable } from '../table.ts'

/** Data of a list page of the register. */
interface Told<R> {
  asked: RegisterQuery
  list: DatedListPage<R>
  /** Balance sheet of all selected records. */
  sheet: BalanceSheet
  /** Rounds and places that occur in the register, as choices. */
  choices: Record<'round' | 'lpa' | 'nca' | 'subcatchment', readonly IdAndName[]>
  /** Map of all selected records, if they have coordinates. */
  picture: MapPicture | null
}

const TYPES: RegisterFilter = {
  name: 'creditType',
  label: 'Credit type',
  options: CREDIT_TYPES.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })),
}
const statusChoice = <S extends string>(
  statuses: readonly S[],
  cards: Record<S, { label: string }>,
): RegisterFilter => ({
  name: 'status',
  label: 'Status',
  options: statuses.map(id => ({ id, name: cards[id].label })),
})
const placeChoices = ({ round, lpa, nca, subcatchment }: Told<unknown>['choices']): RegisterFilter[] => [
  { name: 'lpa', label: 'Planning authority', options: lpa },
  { name: 'nca', label: areaColumns.nca.label, options: nca },
  { name: 'subcatchment', label: areaColumns.subcatchment.label, options: subcatchment },
  { name: 'marketRoundId', label: 'Market round', options: round },
]

const sortsOf = (labels: Readonly<Record<string, string>>): IdAndName[] =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

interface Page<R> extends Told<R> {
  of: 'projects' | 'requirements' | 'credits'
  title: string
  description: string
  lead: HtmlPart
  called: readonly [one: string, many: string]
  columns: readonly TableColumn<R>[]
  form: Html
  more?: HtmlPart
}

/** List page of the register: the number of records, one page of them, totals of all, and downloads. */
const listPage = <R>({
  of,
  called,
  columns,
  form,
  asked,
  list,
  sheet,
  picture,
  more,
  ...page
}: Page<R>): PublicPage => {
  const path = `/register/${of}`
  const { items, total, next, on } = list
  const label = `${countWithNoun(total, ...called)}, as at ${showDay(on)}`
  return registerPage({
    ...page,
    path,
    body: html`${form}
    ${asked.q !== undefined && html`<p>Showing names that contain “${asked.q}”. <a href="${path}">Show all</a></p>`}
    ${
      items.length === 0
        ? html`<p class="empty">
            Nothing in the register matches your filters. <a href="${path}">Show all ${called[1]}</a>
          </p>`
        : htmlTable(label, columns, items, { caption: label, isList: true })
    }
    ${pageLinks(path, asked, next)}
    ${picture && pageSection('Map', mapPicture(`Map of ${countWithNoun(total, ...called)}`, picture))}
    ${
      items.length > 0 &&
      html`${pageSection('Totals', totalsTable(sheet, `Totals of all ${called[1]} in this list`))}
      ${downloadLinks(of, asked, countWithNoun(total, ...called))}`
    }
    ${more} ${termMeanings(SHEET_TERMS)}`,
  })
}

const SORTS_OF_BOTH = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  lpa: 'Planning authority',
  round: 'Market round',
  status: 'Status',
}

/** Projects of the register. */
export const registerProjectsPage = (told: Told<PublicProject>): PublicPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'projects',
    title: 'Projects',
    description: 'Every project that sold units in a settled round, and the units still available',
    lead: 'Projects that restore nature, and the units that are still available.',
    called: ['project', 'projects'],
    form: filterForm('/register/projects', asked, {
      on: list.on,
      choices: [TYPES, statusChoice(SOLD_PROJECT_STATUSES, project.statuses), ...placeChoices(choices)],
      sorts: sortsOf({
        ...SORTS_OF_BOTH,
        '-start': 'Longstop date, latest first',
      }),
    }),
    columns: [
      { title: 'Project', cell: row => recordLink('projects', row, asked.on) },
      { title: 'Place', cell: placeOf },
      { title: 'Status', cell: ({ status }) => statusBadge(project.statuses[status]) },
      {
        title: 'Credit type',
        cell: ({ balance }) => lines(balance.map(one => creditTypeLabel(one.creditType))),
      },
      unitsColumn('Certified', 'total'),
      unitsColumn('Still available', 'unsold'),
      unitsColumn('Reserve', 'reserve'),
    ],
  })
}

const lines = (texts: readonly string[]): Html[] => texts.map(text => html`<span class="line">${text}</span>`)

/** Column with a figure of a row's holdings, a line for each credit type. */
const unitsColumn = (
  title: string,
  figure: 'total' | 'unsold' | 'reserve',
): TableColumn<Pick<PublicProject | PublicRequirement, 'balance'>> => ({
  title,
  isNumber: true,
  cell: ({ balance }) => lines(balance.map(one => exactUnits(one[figure]))),
})

/** Credit requirements of the register. */
export const registerRequirementsPage = (told: Told<PublicRequirement>): PublicPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'requirements',
    title: 'Requirements',
    description: 'Every development and investment that holds units from a settled round',
    lead: 'Developments and investments that bought units, and the status of those units.',
    called: ['requirement', 'requirements'],
    form: filterForm('/register/requirements', asked, {
      on: list.on,
      choices: [
        TYPES,
        statusChoice(SOLD_REQUIREMENT_STATUSES, requirement.statuses),
        ...placeChoices(choices),
      ],
      sorts: sortsOf({
        ...SORTS_OF_BOTH,
        redemptionDate: REQUIREMENT_COLUMNS.redemptionDate.label,
      }),
    }),
    columns: [
      { title: 'Requirement', cell: row => recordLink('requirements', row, asked.on) },
      { title: REQUIREMENT_COLUMNS.planningRef.label, cell: ({ planningRef }) => planningRef },
      { title: 'Place', cell: placeOf },
      { title: 'Status', cell: ({ status }) => statusBadge(requirement.statuses[status]) },
      { title: 'Credit type', cell: ({ creditType }) => creditTypeLabel(creditType) },
      unitsColumn('Units held', 'total'),
    ],
  })
}

/** Credits of the register. */
export const registerCreditsPage = (told: Told<CreditRow>): PublicPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'credits',
    title: 'Credits',
    description: 'Every credit of the market by its serial: what it is, who holds it, and its status',
    lead: 'Select a serial number to see who holds its units and what happened to them.',
    called: ['credit', 'credits'],
    form: filterForm('/register/credits', asked, {
      on: list.on,
      choices: [
        TYPES,
        {
          name: 'holding',
          label: 'Holding',
          options: HOLDINGS.map(id => ({ id, name: HOLDING_LABELS[id] })),
        },
        { name: 'marketRoundId', label: 'Market round', options: choices.round },
      ],
      sorts: sortsOf({
        '-created': 'Newest first',
        created: 'Oldest first',
        project: 'Project',
        requirement: 'Holder',
        status: 'Status',
        '-units': 'Most units first',
      }),
    }),
    columns: creditColumns({ on: list.on, asked: asked.on }),
  })
}

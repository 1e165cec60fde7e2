import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { areaColumns } from '#contract/columns/place'
import type { BalanceSheet } from '#contract/balance'
import type { CreditRow } from '#contract/credit'
import { project } from '#contract/project'
import type { PublicProject, PublicRequirement } from '#contract/public'
import { requirement } from '#contract/requirement'
import type { DatedListOf } from '#contract/resource'
import type { Named } from '#contract/values'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { showDay } from '#domain/dates'
import { SOLD_PROJECTS } from '#domain/project'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import { type Html, html, type Part } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { SHEET_TERMS, totalsTable } from '../register/balance.ts'
import { creditColumns } from '../register/credit-columns.ts'
import { partOf, registerPage } from '../register/frame.ts'
import { type Asked, type Choice, downloadsOf, filterForm, pagesOf } from '../register/list-parts.ts'
import { mapPicture, type Picture } from '../register/map-picture.ts'
import { badge, countOf, linkTo, meanings, placeOf, typeOf, units } from '../register/words.ts'
import { type TableColumn, tableOf } from '../table.ts'

/** What a list of the register is drawn from. */
interface Told<R> {
  asked: Asked
  list: DatedListOf<R>
  /** Where the units of all that is selected are. */
  sheet: BalanceSheet
  /** The rounds and places that something of the register is in. */
  choices: Record<'round' | 'lpa' | 'nca' | 'subcatchment', readonly Named[]>
  /** Where all that is selected is, of things that have places. */
  picture: Picture | null
}

const TYPES: Choice = {
  name: 'creditType',
  label: 'Credit type',
  options: CREDIT_TYPES.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })),
}
const statusChoice = <S extends string>(
  statuses: readonly S[],
  cards: Record<S, { label: string }>,
): Choice => ({
  name: 'status',
  label: 'Status',
  options: statuses.map(id => ({ id, name: cards[id].label })),
})
const placeChoices = ({ round, lpa, nca, subcatchment }: Told<unknown>['choices']): Choice[] => [
  { name: 'lpa', label: 'Planning authority', options: lpa },
  { name: 'nca', label: areaColumns.nca.label, options: nca },
  { name: 'subcatchment', label: areaColumns.subcatchment.label, options: subcatchment },
  { name: 'marketRoundId', label: 'Market round', options: round },
]

const sortsOf = (labels: Readonly<Record<string, string>>): Named[] =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

interface Page<R> extends Told<R> {
  of: 'projects' | 'requirements' | 'credits'
  title: string
  description: string
  lead: Part
  called: readonly [one: string, many: string]
  columns: readonly TableColumn<R>[]
  form: Html
  more?: Part
}

/** A list of the register: how many there are, a page of them, what all of them come to, and the downloads. */
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
}: Page<R>): FrontPage => {
  const path = `/register/${of}`
  const { items, total, next, on } = list
  const label = `${countOf(total, ...called)}, as at ${showDay(on)}`
  return registerPage({
    ...page,
    path,
    body: html`${form}
    ${asked.q !== undefined && html`<p>With “${asked.q}” in their name. <a href="${path}">Show all</a></p>`}
    ${
      items.length === 0
        ? html`<p class="empty">
            Nothing in the register is like that. <a href="${path}">Show all ${called[1]}</a>
          </p>`
        : tableOf(label, columns, items, { caption: label, isList: true })
    }
    ${pagesOf(path, asked, next)}
    ${picture && partOf('Where they are', mapPicture(`Where ${countOf(total, ...called)} are`, picture))}
    ${
      items.length > 0 &&
      html`${partOf(`What all ${countOf(total, ...called)} come to`, totalsTable(sheet, `All ${called[1]} of this list`))}
      ${downloadsOf(of, asked, countOf(total, ...called))}`
    }
    ${more} ${meanings(SHEET_TERMS)}`,
  })
}

const SORTS_OF_BOTH = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  lpa: 'Planning authority',
  round: 'Market round',
  status: 'Status',
}

/** The projects of the register. */
export const registerProjects = (told: Told<PublicProject>): FrontPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'projects',
    title: 'Projects',
    description: 'Every project whose units have been sold in a settled round, with what is left of it',
    lead: 'Land on which nature is restored, and what is left of its units.',
    called: ['project', 'projects'],
    form: filterForm('/register/projects', asked, {
      on: list.on,
      choices: [TYPES, statusChoice(SOLD_PROJECTS, project.statuses), ...placeChoices(choices)],
      sorts: sortsOf({
        ...SORTS_OF_BOTH,
        '-start': 'Longstop date, latest first',
      }),
    }),
    columns: [
      { title: 'Project', cell: row => linkTo('projects', row, asked.on) },
      { title: 'Place', cell: placeOf },
      { title: 'Status', cell: ({ status }) => badge(project.statuses[status]) },
      { title: 'Credit type', cell: ({ balance }) => lines(balance.map(one => typeOf(one.creditType))) },
      unitsColumn('Certified', 'total'),
      unitsColumn('Left unsold', 'unsold'),
      unitsColumn('Reserve', 'reserve'),
    ],
  })
}

const lines = (texts: readonly string[]): Html[] => texts.map(text => html`<span class="line">${text}</span>`)

/** A figure of what a row holds, a line for each type of credit. */
const unitsColumn = (
  title: string,
  figure: 'total' | 'unsold' | 'reserve',
): TableColumn<Pick<PublicProject | PublicRequirement, 'balance'>> => ({
  title,
  isNumber: true,
  cell: ({ balance }) => lines(balance.map(one => units(one[figure]))),
})

/** The credit requirements of the register. */
export const registerRequirements = (told: Told<PublicRequirement>): FrontPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'requirements',
    title: 'Requirements',
    description: 'Every development and investment that holds units bought in a settled round',
    lead: 'Developments and investments that bought units, and how far these have come.',
    called: ['requirement', 'requirements'],
    form: filterForm('/register/requirements', asked, {
      on: list.on,
      choices: [TYPES, statusChoice(SOLD_REQUIREMENTS, requirement.statuses), ...placeChoices(choices)],
      sorts: sortsOf({
        ...SORTS_OF_BOTH,
        redemptionDate: REQUIREMENT_COLUMNS.redemptionDate.label,
      }),
    }),
    columns: [
      { title: 'Requirement', cell: row => linkTo('requirements', row, asked.on) },
      { title: REQUIREMENT_COLUMNS.planningRef.label, cell: ({ planningRef }) => planningRef },
      { title: 'Place', cell: placeOf },
      { title: 'Status', cell: ({ status }) => badge(requirement.statuses[status]) },
      { title: 'Credit type', cell: ({ creditType }) => typeOf(creditType) },
      unitsColumn('Units held', 'total'),
    ],
  })
}

/** The credits of the register. */
export const registerCredits = (told: Told<CreditRow>): FrontPage => {
  const { asked, choices, list } = told
  return listPage({
    ...told,
    of: 'credits',
    title: 'Credits',
    description: 'Every credit of the market by its serial: what it is, who holds it, how far it has come',
    lead: 'Choose a serial to read who holds its units and all that has happened to them.',
    called: ['credit', 'credits'],
    form: filterForm('/register/credits', asked, {
      on: list.on,
      choices: [
        TYPES,
        {
          name: 'holding',
          label: 'Where it stands',
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
    columns: creditColumns(asked.on),
  })
}

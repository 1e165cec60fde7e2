import { credit, type CreditRow } from '#contract/credit/credit'
import { showDay, type Day } from '@credit-market/values/dates'
import { html, type HtmlPart } from '../html.ts'
import type { TableColumn } from '../table.ts'
import {
  statusBadge,
  recordLink,
  creditTypeLabel,
  exactUnits,
  replacingBadges,
  unsoundBadges,
} from './words.ts'

const serialOf = ({ serials, id }: CreditRow, on: Day | undefined): HtmlPart => {
  const [first, ...others] = serials
  if (first === undefined) return id
  return html`${recordLink('credits', { id: first, name: first }, on)}
  ${others.length > 0 && html`<span class="line small quiet">and ${others.length} more over time</span>`}`
}

const holderOf = ({ requirement, isReserved }: CreditRow, on: Day | undefined): HtmlPart => {
  if (requirement) return recordLink('requirements', requirement, on)
  return isReserved ? 'In reserve' : 'Unsold'
}

const HOLDER = 'Held by'
const PROJECT = 'Project'

/** Units on a date. Before the first ones there is no zero, but what there will be and from when. */
const unitsOf = ({ units, unitsPerPeriod }: CreditRow, on: Day): HtmlPart => {
  const first = unitsPerPeriod.toSorted((one, other) => one.start.localeCompare(other.start))[0]
  return units === 0 && first && first.start > on
    ? html`<div>
        ${exactUnits(first.units)} <span class="line small quiet">from ${showDay(first.start)}</span>
      </div>`
    : exactUnits(units)
}

/** Dates of a table: of its figures, and the one in the address, if any. */
interface TableDates {
  on: Day
  asked: Day | undefined
}

/**
 * Columns of credit tables, on the requested date. Tables of one project or requirement leave the column for
 * it out.
 */
export const creditColumns = (
  dates: TableDates,
  of?: 'projectId' | 'requirementId',
): TableColumn<CreditRow>[] =>
  everyColumn(dates).filter(
    ({ title }) => title !== (of && { projectId: PROJECT, requirementId: HOLDER }[of]),
  )

const everyColumn = ({ on, asked }: TableDates): TableColumn<CreditRow>[] => [
  { title: 'Serial', cell: row => html`<span class="num">${serialOf(row, asked)}</span>` },
  { title: 'Credit type', cell: ({ creditType }) => creditTypeLabel(creditType) },
  { title: 'Units', isNumber: true, cell: row => unitsOf(row, on) },
  {
    title: 'Status',
    cell: ({ status, label, ...its }) =>
      html`${statusBadge({ ...credit.statuses[status], label })} ${unsoundBadges(its)}
      ${replacingBadges(its.replacing)}`,
  },
  { title: HOLDER, cell: row => holderOf(row, asked) },
  { title: PROJECT, cell: ({ project }) => project && recordLink('projects', project, asked) },
]

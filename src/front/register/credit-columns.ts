import { credit, type CreditRow } from '#contract/credit'
import type { Day } from '#domain/dates'
import { html, type Part } from '../html.ts'
import type { TableColumn } from '../table.ts'
import { badge, linkTo, typeOf, units } from './words.ts'

const serialOf = ({ serials, id }: CreditRow, on: Day | undefined): Part => {
  const [first, ...others] = serials
  if (first === undefined) return id
  return html`${linkTo('credits', { id: first, name: first }, on)}
  ${others.length > 0 && html`<span class="line small quiet">and ${others.length} more over time</span>`}`
}

const holderOf = ({ requirement, isReserved }: CreditRow, on: Day | undefined): Part => {
  if (requirement) return linkTo('requirements', requirement, on)
  return isReserved ? 'Kept in reserve' : 'Unsold'
}

const HOLDER = 'Held by'
const PROJECT = 'Project'

/** What tables say of credits, on the day that was asked for; those of one project or requirement leave that out. */
export const creditColumns = (
  on: Day | undefined,
  of?: 'projectId' | 'requirementId',
): TableColumn<CreditRow>[] =>
  everyColumn(on).filter(({ title }) => title !== (of && { projectId: PROJECT, requirementId: HOLDER }[of]))

const everyColumn = (on: Day | undefined): TableColumn<CreditRow>[] => [
  { title: 'Serial', cell: row => html`<span class="serial">${serialOf(row, on)}</span>` },
  { title: 'Credit type', cell: ({ creditType }) => typeOf(creditType) },
  { title: 'Units', isNumber: true, cell: row => units(row.units) },
  { title: 'Status', cell: ({ status, label }) => badge({ ...credit.statuses[status], label }) },
  { title: HOLDER, cell: row => holderOf(row, on) },
  { title: PROJECT, cell: ({ project }) => project && linkTo('projects', project, on) },
]

import { credit, type CreditRow } from '#contract/credit/credit'
import type { Day } from '@credit-market/values/dates'
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

/**
 * Columns of credit tables, on the requested date. Tables of one project or requirement leave the column for
 * it out.
 */
export const creditColumns = (
  on: Day | undefined,
  of?: 'projectId' | 'requirementId',
): TableColumn<CreditRow>[] =>
  everyColumn(on).filter(({ title }) => title !== (of && { projectId: PROJECT, requirementId: HOLDER }[of]))

const everyColumn = (on: Day | undefined): TableColumn<CreditRow>[] => [
  { title: 'Serial', cell: row => html`<span class="num">${serialOf(row, on)}</span>` },
  { title: 'Credit type', cell: ({ creditType }) => creditTypeLabel(creditType) },
  { title: 'Units', isNumber: true, cell: row => exactUnits(row.units) },
  {
    title: 'Status',
    cell: ({ status, label, ...its }) =>
      html`${statusBadge({ ...credit.statuses[status], label })} ${unsoundBadges(its)}
      ${replacingBadges(its.replacing)}`,
  },
  { title: HOLDER, cell: row => holderOf(row, on) },
  { title: PROJECT, cell: ({ project }) => project && recordLink('projects', project, on) },
]

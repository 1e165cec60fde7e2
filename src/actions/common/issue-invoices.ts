import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'

/** Issues the invoices for what has fallen due of a project or requirement, and has none yet. */
export const issueInvoices = (on: 'project' | 'requirement') =>
  action({
    name: 'IssueInvoices',
    on,
    title: 'Issue invoices',
    who: [system],
    fields: {},
    effect: ({ subject }) => [{ change: 'invoice', kind: on, id: subject.id }],
  })

import { z } from 'zod'
import { PROPOSAL_STATUSES } from '#domain/proposal'
import { columnsOf, own, status, text } from './columns/column.ts'
import { byIds, noun, oneOf } from './noun.ts'
import { whatChanges } from './form.ts'
import { kind, resourceOf, rowOf } from './resource.ts'
import { day, id, instant, maybeNamed, maybeText } from './values.ts'

const columns = {
  title: z.string().meta({ description: 'What is proposed' }),
  action: z.string(),
  on: z
    .object({ kind, id, name: z.string(), link: maybeText })
    .meta({ description: 'What it would be done to' }),
  round: maybeNamed,
  owner: maybeNamed.meta({
    description: 'Whose people must agree to it; null where another of the market operator’s staff approves',
  }),
  status: z.enum(PROPOSAL_STATUSES),
  reason: z.string(),
  proposedBy: z.string(),
  isOwn: z.boolean().meta({ description: 'The reader proposed it, so somebody else decides' }),
  proposedAt: instant,
  expiresOn: day.meta({ description: 'The last day on which it can be approved' }),
  decidedBy: maybeText,
  decidedAt: instant.nullable(),
  note: maybeText,
}

export const PROPOSAL_COLUMNS = columnsOf('proposal', {
  title: text('Proposed', {}),
  on: own('On'),
  status: status(),
  reason: text('Reason', {}),
  proposedBy: text('Proposed by', {}),
  proposedAt: text('Proposed at', {}),
  expiresOn: text('Approve by', {}),
  decidedBy: text('Decided by', {}),
  decidedAt: text('Decided at', {}),
  note: text('Note', {}),
})

/** What would come of a proposal, as a rehearsal told whoever proposed it. */
export const foreseen = z.object({ changes: whatChanges, sentences: z.array(z.string()) })

/** A proposal in a list. */
export const proposalRow = z
  .object({ ...rowOf, version: z.int(), name: z.string(), ...columns })
  .meta({ id: 'ProposalRow' })
export type ProposalRow = z.infer<typeof proposalRow>
export const proposalView = z
  .object({
    ...resourceOf('proposal'),
    ...columns,
    answers: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .meta({ description: 'What was answered, while it waits, to whoever may decide it or proposed it' }),
    hasFiles: z.boolean().meta({ description: 'It holds documents until it is decided' }),
    foreseen: foreseen
      .nullable()
      .meta({ description: 'What it would change, as whoever proposed it was told; to the market operator' }),
    approvers: z
      .array(z.string())
      .meta({ description: 'Who may approve it, of those whom the reader may know by name' }),
    isOutdated: z.boolean().meta({
      description:
        'What it is about, or what was known of other things, has changed since: approving makes it void',
    }),
  })
  .meta({ id: 'Proposal' })
export type ProposalView = z.infer<typeof proposalView>

/** What somebody would do, once a second person approves it. */
export const proposal = noun({
  kind: 'proposal',
  path: 'proposal',
  list: 'proposals',
  called: ['proposal', 'proposals'],
  readBy: 'own rule',
  owner: 'ownerId',
  page: ({ id: one }: { id: string }) => `/proposals/${one}`,
  isSubject: true,
  statuses: {
    Waiting: { label: 'Waiting', tone: 'warn' },
    Approved: { label: 'Approved', tone: 'good' },
    Declined: { label: 'Declined', tone: 'bad' },
    Withdrawn: { label: 'Withdrawn', tone: 'quiet' },
    Void: { label: 'Void', tone: 'quiet' },
    Expired: { label: 'Expired', tone: 'quiet' },
  },
  row: proposalRow,
  view: proposalView,
  filters: { status: oneOf(PROPOSAL_STATUSES), marketRoundId: byIds, subjectId: byIds, action: byIds },
  sorts: ['proposed', 'status'],
})

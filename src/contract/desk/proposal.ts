import { z } from 'zod'
import { PROPOSAL_STATUSES } from '#domain/steps/proposal'
import { defineColumns, derivedColumn, statusColumn, textColumn } from '../columns/column.ts'
import { idsFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { changeSummary } from '../kit/change-summary.ts'
import { kind, resourceFields, rowFields } from '../kit/resource.ts'
import { day, id, instant, nullableIdAndName, nullableText } from '../kit/values.ts'

const columns = {
  title: z.string().meta({ description: 'Title of the proposed action' }),
  action: z.string(),
  on: z
    .object({ kind, id, name: z.string(), link: nullableText })
    .meta({ description: 'Subject of the proposed action' }),
  round: nullableIdAndName,
  owner: nullableIdAndName.meta({
    description:
      'Organisation whose people must approve it; null if another member of the market operator’s staff must',
  }),
  status: z.enum(PROPOSAL_STATUSES),
  reason: z.string(),
  proposedBy: z.string(),
  isOwn: z.boolean().meta({ description: 'True if you proposed it. Someone else must then decide' }),
  proposedAt: instant,
  expiresOn: day.meta({ description: 'Last day on which it can be approved' }),
  decidedBy: nullableText,
  decidedAt: instant.nullable(),
  note: nullableText,
}

export const PROPOSAL_COLUMNS = defineColumns('proposal', {
  title: textColumn('Proposed', {}),
  on: derivedColumn('On'),
  status: statusColumn(),
  reason: textColumn('Reason', {}),
  proposedBy: textColumn('Proposed by', {}),
  proposedAt: textColumn('Proposed at', {}),
  expiresOn: textColumn('Approve by', {}),
  decidedBy: textColumn('Decided by', {}),
  decidedAt: textColumn('Decided at', {}),
  note: textColumn('Note', {}),
})

/** Result of a proposal by a preview, as its proposer saw it. */
export const proposalPreview = z.object({ changes: changeSummary, sentences: z.array(z.string()) })

/** A proposal in a list. */
export const proposalRow = z
  .object({ ...rowFields, version: z.int(), name: z.string(), ...columns })
  .meta({ id: 'ProposalRow' })
export type ProposalRow = z.infer<typeof proposalRow>
export const proposalView = z
  .object({
    ...resourceFields('proposal'),
    ...columns,
    answers: z.array(z.object({ label: z.string(), value: z.string() })).meta({
      description:
        'Answers of the form, while the proposal is waiting. Only the person who proposed it and those who may decide it get them',
    }),
    hasFiles: z.boolean().meta({ description: 'True if documents are attached until it is decided' }),
    foreseen: proposalPreview.nullable().meta({
      description: 'Effects of the action as its preview showed the proposer; for the market operator only',
    }),
    approvers: z
      .array(z.string())
      .meta({ description: 'Names of possible approvers, as far as you may see them' }),
    isOutdated: z.boolean().meta({
      description:
        'True if the subject or related data have changed since the proposal was made. Approving the proposal then only makes it void',
    }),
  })
  .meta({ id: 'Proposal' })
export type ProposalView = z.infer<typeof proposalView>

/** An act that waits for approval. */
export const proposal = defineNoun({
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
  filters: {
    status: choiceFilter(PROPOSAL_STATUSES),
    marketRoundId: idsFilter,
    subjectId: idsFilter,
    action: idsFilter,
  },
  sorts: ['proposed', 'status'],
})

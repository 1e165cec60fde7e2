import type { PlacePrecision } from './place/precision.ts'
import type { Stored } from './subject.ts'

/** What becomes of issuing and redeeming credits before they are delivered: it is asked about, or refused. */
export const ISSUE_AHEAD = ['asked', 'refused'] as const
export type IssueAhead = (typeof ISSUE_AHEAD)[number]
export const ISSUE_AHEAD_LABELS: Record<IssueAhead, string> = {
  asked: 'Only when somebody says so',
  refused: 'Never',
}

/** A market: a place and its credits, in which rounds are run. */
export interface Market extends Stored {
  name: string
  description: string | null
  /** How precisely places are told at the least, whatever their owners choose. */
  placePrecision: PlacePrecision
  /** Whether credits are issued and redeemed before they are delivered. */
  issueAhead: IssueAhead
}

import type { PlacePrecision } from './place/precision.ts'
import type { Stored } from './subject.ts'

/** What becomes of issuing and redeeming credits before they are delivered: it is asked about, or refused. */
export const ISSUE_AHEAD = ['asked', 'refused'] as const
export type IssueAhead = (typeof ISSUE_AHEAD)[number]
export const ISSUE_AHEAD_LABELS: Record<IssueAhead, string> = {
  asked: 'Only when somebody says so',
  refused: 'Never',
}

/** Publication of the matches of settled rounds: the operator keeps them, or anyone may check them and can work out most names. */
export const INSTANCES = ['withheld', 'published'] as const
export type Instances = (typeof INSTANCES)[number]
export const INSTANCES_LABELS: Record<Instances, string> = {
  withheld: 'No',
  published: 'Yes, and anyone can work out most names',
}

/** A market: a place and its credits, in which rounds are run. */
export interface Market extends Stored {
  name: string
  description: string | null
  /** How precisely places are told at the least, whatever their owners choose. */
  placePrecision: PlacePrecision
  /** Whether credits are issued and redeemed before they are delivered. */
  issueAhead: IssueAhead
  /** Whether the matches of rounds that are accepted from now on are published (decision 0110). */
  instances: Instances
}

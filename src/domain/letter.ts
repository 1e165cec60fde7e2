import type { StoredKind } from './entities.ts'
import type { NextComplianceAction } from './project-check.ts'

type OfRound = { round: string; roundId: string; marketId: string }

/** Market and round, as one names them together; empty for what is in no round. */
type Somewhere = { where: string }

/** The letters that actions send, and reminders, each with the facts it is written from when it is posted. */
export interface LetterFacts {
  'match-accepted': OfRound & {
    market: string
    organisationId: string
    /** What the round means for the organisation, in sentences. */
    result: string
    /** For whom the reader acts as an agent; empty where the organisation itself is told. */
    client: string
  }
  /** `ended`: a line for each thing that ended with the round before it came to a match. */
  'round-ended': OfRound & { market: string; ended: string }
  'costs-changed': Somewhere & { project: string; projectId: string }
  'comment-mention': Somewhere & {
    subjectKind: StoredKind
    subjectId: string
    subjectName: string
    /** Empty where the reader may not know who it is. */
    author: string
    text: string
  }
  /** `subject`: the name of a project or credit requirement; empty where it is the participation of the organisation. */
  'registration-closes': OfRound & { market: string; subject: string; day: string }
  'redemption-due': Somewhere & { requirement: string; requirementId: string; day: string }
  'compliance-due': Somewhere & {
    project: string
    projectId: string
    action: NextComplianceAction
    day: string
  }
  invitation: { invitation: string; organisation: string; inviter: string }
  'second-factor-off': Record<never, string>
}
export type LetterName = keyof LetterFacts

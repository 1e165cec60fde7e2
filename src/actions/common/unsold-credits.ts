import type { Credit } from '#domain/credit'
import type { Move } from '../kit/action.ts'
import { move, type Change, type Read } from '../kit/changes.ts'

/** What becomes of a project's reserve and of its unused units when it is verified. */
export const UNSOLD_ISSUED: readonly Move[] = [
  ['credit', 'RightsCreated', 'Issued'],
  ['credit', 'Unused', 'Issued'],
]

/** The reserve and the unused units of a project that have not been issued. */
export const unsoldCredits = (read: Read, { id: projectId }: { id: string }): Promise<Credit[]> =>
  read.list('credit', { projectId, requirementId: null, status: ['RightsCreated', 'Unused'] })

/** Issues the reserve and the unused units of a project, once it is verified (market rules 1.3). */
export const issueUnsold = (credits: readonly Credit[]): Change[] =>
  credits.map(credit => move('credit', credit, 'Issued'))

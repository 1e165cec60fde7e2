import { inSentence, type Capacity } from '#domain/capacity'
import type { StoredKind } from '#domain/entities'
import type { Participation } from '#domain/participation'

/** What stands in the way of an action, in a sentence, and the action on which thing takes it away. */
export interface Obstacle {
  text: string
  kind: StoredKind
  id: string
  action: string
}

/** An obstacle that this action on this thing takes away. */
export const obstacle = (
  kind: StoredKind,
  { id }: { id: string },
  action: string,
  text: string,
): Obstacle => ({
  text,
  kind,
  id,
  action,
})

/** Obstacles as a form publishes them: in sentences, and with what takes them away. */
export const standing = (obstacles: readonly Obstacle[]) => ({
  issues: obstacles.map(({ text }) => text),
  obstacles,
})

const NEXT_STEP = {
  Interested: 'Register',
  Provisional: 'CompleteRegistration',
  Registered: 'CompleteRegistration',
  Withdrawn: 'Reinstate',
} as const

/** A participation is not what it has to be: what comes next on it, or taking part to begin with. */
export const notTakingPart = (
  participation: Pick<Participation, 'id' | 'status'> | undefined,
  { roundId }: { roundId: string },
  text: string,
): Obstacle =>
  participation
    ? obstacle('participation', participation, NEXT_STEP[participation.status], text)
    : obstacle('round', { id: roundId }, 'RegisterAsParticipant', text)

/** Whoever is not registered in a capacity, in a sentence. */
export const notRegisteredAs = (capacity: Capacity): string =>
  `Not registered as ${inSentence(capacity)} in this market round`

import { capacityWithArticle, type Capacity } from '#domain/values/capacity'
import type { StoredKind } from '#domain/disclosure/entities'
import type { Participation } from '#domain/round/participation'

/** An obstacle to an action as a sentence, and the action and subject that remove it. */
export interface Obstacle {
  text: string
  kind: StoredKind
  id: string
  action: string
}

/** An obstacle that this action on this subject removes. */
export const toObstacle = (
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

/** Obstacles as a form publishes them: as sentences, and with what removes them. */
export const publishObstacles = (obstacles: readonly Obstacle[]) => ({
  issues: obstacles.map(({ text }) => text),
  obstacles,
})

const NEXT_STEP = {
  Interested: 'Register',
  Provisional: 'CompleteRegistration',
  Registered: 'CompleteRegistration',
  Withdrawn: 'Reinstate',
} as const

/** The obstacle of a participation without the required status: its next step, or taking part first. */
export const toParticipationObstacle = (
  participation: Pick<Participation, 'id' | 'status'> | undefined,
  { roundId }: { roundId: string },
  text: string,
): Obstacle =>
  participation
    ? toObstacle('participation', participation, NEXT_STEP[participation.status], text)
    : toObstacle('round', { id: roundId }, 'RegisterAsParticipant', text)

/** Message for a party that is not registered in a capacity. */
export const notRegisteredMessage = (capacity: Capacity): string =>
  `Not registered as ${capacityWithArticle(capacity)} in this market round`

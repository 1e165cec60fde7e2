import type { Capacity } from '#domain/values/capacity'
import type { Participation } from '#domain/round/participation'
import { planParticipationChanges } from '#domain/round/participation-rules'
import type { Transition } from '../kit/action.ts'
import { create, changeStatus, type Change } from '../kit/changes.ts'

/** Transitions of all four actions that start a participation. */
export const PARTICIPATION_STATUS_CHANGES: readonly Transition[] = [
  ['participation', 'Interested', 'Provisional'],
]

/** Adds an organisation to a round in these capacities: new participations, or interest that becomes registration. */
export const participationChanges = (
  organisationId: string,
  roundId: string,
  capacities: readonly Capacity[],
  status: 'Interested' | 'Provisional',
  existing: readonly Participation[],
  newId: () => string,
): Change[] =>
  planParticipationChanges(existing, capacities).map(({ capacity, existing: present }) =>
    present
      ? changeStatus('participation', present, status)
      : create('participation', { id: newId(), organisationId, roundId, capacity, status }),
  )

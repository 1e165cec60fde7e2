import type { Capacity } from '#domain/capacity'
import type { Participation } from '#domain/participation'
import { taking } from '#domain/participation-rules'
import type { Move } from '../kit/action.ts'
import { create, move, type Change } from '../kit/changes.ts'

/** The four doors to a participation are announced alike. */
export const participationMoves: readonly Move[] = [['participation', 'Interested', 'Provisional']]

/** An organisation takes part in a round in these capacities: new participations, or interest that becomes registration. */
export const participate = (
  organisationId: string,
  roundId: string,
  capacities: readonly Capacity[],
  status: 'Interested' | 'Provisional',
  existing: readonly Participation[],
  newId: () => string,
): Change[] =>
  taking(existing, capacities).map(({ capacity, existing: present }) =>
    present
      ? move('participation', present, status)
      : create('participation', { id: newId(), organisationId, roundId, capacity, status }),
  )

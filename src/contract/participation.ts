import { z } from 'zod'
import { CAPACITIES } from '#domain/capacity'
import { PARTICIPATION_STATUSES } from '#domain/participation'
import { choice, columnsOf, filtersOf, relation, sortsOf } from './columns/column.ts'
import { byIds, noun } from './noun.ts'
import { resourceOf, rowOf } from './resource.ts'
import { roundOfItem } from './round.ts'
import { stepClock } from './step-clock.ts'
import { instant, maybeText, named } from './values.ts'

const columns = {
  organisation: named,
  round: roundOfItem,
  capacity: z.enum(CAPACITIES),
  status: z.enum(PARTICIPATION_STATUSES),
}

export const PARTICIPATION_COLUMNS = columnsOf('participation', {
  organisation: relation('Organisation', 'organisation', { sort: true }),
  round: relation('Market round', 'round', { sort: true }),
  capacity: choice('Capacity', columns.capacity, { sort: true, filter: true }),
  status: choice('Status', columns.status, { sort: true, filter: true }),
})

export const participationRow = z.object({ ...rowOf, ...columns }).meta({ id: 'ParticipationRow' })
export type ParticipationRow = z.infer<typeof participationRow>
export const participationView = z
  .object({
    ...resourceOf('participation'),
    ...columns,
    reason: maybeText,
    clock: stepClock.nullable().meta({ description: 'The step that it waits for, if it waits for one' }),
    declarations: z.array(
      z.object({ name: z.string(), declaration: z.string(), answeredBy: z.string(), answeredAt: instant }),
    ),
  })
  .meta({ id: 'Participation' })
export type ParticipationView = z.infer<typeof participationView>

/** An organisation's registration in a round, in one capacity. */
export const participation = noun({
  kind: 'participation',
  path: 'participation',
  list: 'participations',
  called: ['participation', 'participations'],
  readBy: 'owner',
  owner: 'organisationId',
  page: ({ marketId, roundId, id }: { marketId: string; roundId: string; id: string }) =>
    `/markets/${marketId}/round/${roundId}/participation/${id}`,
  isSubject: true,
  statuses: {
    Interested: { label: 'Interested', tone: 'info' },
    Provisional: { label: 'Provisional', tone: 'info' },
    Registered: { label: 'Registered', tone: 'good' },
    Withdrawn: { label: 'Withdrawn', tone: 'quiet' },
  },
  row: participationRow,
  view: participationView,
  filters: {
    marketId: byIds,
    marketRoundId: byIds,
    organisationId: byIds,
    ...filtersOf(PARTICIPATION_COLUMNS),
  },
  sorts: sortsOf(PARTICIPATION_COLUMNS),
})

import { z } from 'zod'
import { CAPACITIES } from '#domain/values/capacity'
import { PARTICIPATION_STATUSES } from '#domain/round/participation'
import {
  choiceColumn,
  defineColumns,
  columnFilters,
  relationColumn,
  sortOptionNames,
} from '../columns/column.ts'
import { idsFilter, defineNoun } from '../kit/noun.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { roundOfItem } from './round.ts'
import { currentStep } from '../kit/step-clock.ts'
import { instant, nullableText, idAndName } from '../kit/values.ts'

const columns = {
  organisation: idAndName,
  round: roundOfItem,
  capacity: z.enum(CAPACITIES),
  status: z.enum(PARTICIPATION_STATUSES),
}

export const PARTICIPATION_COLUMNS = defineColumns('participation', {
  organisation: relationColumn('Organisation', 'organisation', { sort: true }),
  round: relationColumn('Market round', 'round', { sort: true }),
  capacity: choiceColumn('Capacity', columns.capacity, { sort: true, filter: true }),
  status: choiceColumn('Status', columns.status, { sort: true, filter: true }),
})

export const participationRow = z.object({ ...rowFields, ...columns }).meta({ id: 'ParticipationRow' })
export type ParticipationRow = z.infer<typeof participationRow>
export const participationView = z
  .object({
    ...resourceFields('participation'),
    ...columns,
    reason: nullableText,
    clock: currentStep.nullable().meta({ description: 'Next step, if it waits for one' }),
    declarations: z.array(
      z.object({ name: z.string(), declaration: z.string(), answeredBy: z.string(), answeredAt: instant }),
    ),
  })
  .meta({ id: 'Participation' })
export type ParticipationView = z.infer<typeof participationView>

/** An organisation's registration in a round, in one capacity. */
export const participation = defineNoun({
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
    marketId: idsFilter,
    marketRoundId: idsFilter,
    organisationId: idsFilter,
    ...columnFilters(PARTICIPATION_COLUMNS),
  },
  sorts: sortOptionNames(PARTICIPATION_COLUMNS),
})

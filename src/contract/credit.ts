import { z } from 'zod'
import { certificates } from './certificate.ts'
import { CREDIT_STATUSES, type Credit } from '#domain/credit'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { type CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { NUTRIENT_NEEDS } from '#domain/requirement'
import { BIODIVERSITY_SUPPLIES } from '#domain/round'
import { period } from './balance.ts'
import { choice, own, relation, text, yesNo } from './columns/column.ts'
import { byIds, flag, noun, oneOf } from './noun.ts'
import { rowOf } from './resource.ts'
import { stepClock } from './step-clock.ts'
import { creditType, day, instant, maybeNamed, maybeText, named, units } from './values.ts'

export const habitat = {
  module: z.enum(MODULES),
  broadHabitat: z.enum(BROAD_HABITATS),
  habitatType: maybeText,
  distinctiveness: z.enum(DISTINCTIVENESS).nullable(),
}

const serials = z.array(z.string()).meta({ description: 'Which units, such as P12-20270101-1-16000' })

export const creditRow = z
  .object({
    ...rowOf,
    project: maybeNamed.meta({
      description: 'null when the reader may not see it and the public register does not name it',
    }),
    requirement: maybeNamed.meta({
      description: 'null for the reserve and what is unused, and when the reader may not see it',
    }),
    round: named,
    creditType,
    status: z.enum(CREDIT_STATUSES),
    label: z
      .string()
      .meta({ description: 'The status in words; Reserved for the reserve until it is issued' }),
    holding: z.enum(HOLDINGS).nullable().meta({
      description: 'The line of the balance sheet that it stands in; null while it is not certified',
    }),
    isReserved: z.boolean(),
    isSold: z.boolean().meta({ description: 'It meets a need, whether the reader may see whose or not' }),
    isPermanent: z.boolean(),
    years: z.int().nullable(),
    units: units.meta({ description: 'On the day that the answer is for' }),
    ...habitat,
    unitsPerPeriod: z.array(period),
    serials,
  })
  .meta({ id: 'CreditRow' })
export type CreditRow = z.infer<typeof creditRow>

/** The columns of credits in a download: the type of a credit by its code, or in words. */
export const creditColumns = (typeLabels?: typeof CREDIT_TYPE_LABELS) => ({
  id: text('Credit', {}),
  serials: own('Serials'),
  project: relation('Project', 'project', {}),
  requirement: relation('Credit requirement', 'requirement', {}),
  round: relation('Market round', 'round', {}),
  creditType: choice('Credit type', creditType, {}, typeLabels),
  label: text('Status', {}),
  holding: choice('Holding', z.enum(HOLDINGS), {}, HOLDING_LABELS),
  isReserved: yesNo('Reserved', {}),
  term: own('Term'),
  unitsOn: own('Units on', { isDated: true }),
  unitsOverTime: own('Units over time'),
  broadHabitat: text('Broad habitat', {}),
  habitatType: text('Habitat type', {}),
  distinctiveness: text('Distinctiveness', {}),
})

/** A credit with all that has happened to its units since they were certified. */
export const creditHistory = creditRow
  .extend({
    on: day,
    biodiversitySupply: z
      .enum(BIODIVERSITY_SUPPLIES)
      .nullable()
      .meta({ description: 'How its round counts biodiversity supply; null for nutrients' }),
    history: z.array(
      z.object({
        at: instant,
        title: z.string(),
        status: z.enum(CREDIT_STATUSES).nullable(),
        units,
        serials,
      }),
    ),
  })
  .meta({ id: 'CreditHistory' })
export type CreditHistory = z.infer<typeof creditHistory>

/** The same for members: with the certificates of what it is held for, where the reader may see that. */
export const creditView = creditHistory
  .extend({
    certificates,
    references: z.array(z.object({ called: z.string(), reference: z.string() })).meta({
      description:
        'Statutory references of its project and its requirement, as far as the reader may see them',
    }),
    clock: stepClock.nullable().meta({
      description:
        'The step that its requirement waits for, or its project where it is not sold; null where neither may be seen',
    }),
  })
  .meta({ id: 'Credit' })
export type CreditView = z.infer<typeof creditView>

/** What the credits of some projects or requirements come to on a day, of one type. */
export const soldTotal = z
  .object({ on: day, creditType, sold: units, reserved: units, unused: units })
  .meta({ id: 'SoldTotal' })
export type SoldTotal = z.infer<typeof soldTotal>

/** What a list of credits can be narrowed down by. */
const creditFilters = {
  marketId: byIds,
  marketRoundId: byIds,
  projectId: byIds,
  requirementId: byIds,
  supplierId: byIds,
  buyerId: byIds,
  type: oneOf(CREDIT_TYPES),
  creditType: oneOf(CREDIT_TYPES),
  status: oneOf(CREDIT_STATUSES),
  creditStatus: oneOf(CREDIT_STATUSES),
  supplyType: oneOf(NUTRIENT_NEEDS),
  holding: oneOf(HOLDINGS),
  reserved: flag,
  registry: flag,
}

/** A quantity of one service that is sold, kept in reserve, or unused. */
export const credit = noun({
  kind: 'credit',
  path: 'credit',
  list: 'credits',
  called: ['credit', 'credits'],
  readBy: 'parent',
  isDated: true,
  parents: [
    ['project', 'projectId'],
    ['requirement', 'requirementId'],
  ],
  page: ({ id }: { id: string }) => `/registry/credits/${id}`,
  statuses: {
    Draft: { label: 'Draft', tone: 'quiet' },
    None: { label: 'None', tone: 'quiet' },
    Bid: { label: 'Bid', tone: 'info' },
    Unused: { label: 'Unused', tone: 'quiet' },
    RightsCreated: { label: 'Rights created', tone: 'good' },
    RightsAllocated: { label: 'Rights allocated', tone: 'good' },
    Issued: { label: 'Issued', tone: 'good' },
    Redeemed: { label: 'Redeemed', tone: 'good' },
    Retired: { label: 'Retired', tone: 'quiet' },
  },
  row: creditRow,
  view: creditView,
  filters: creditFilters,
  sorts: ['project', 'requirement', 'type', 'status', 'units', 'created'],
  subpaths: ['registry'],
})

/** The status of a credit in words: Reserved for the reserve until it is issued. */
export const creditLabel = ({ status, isReserved }: Pick<Credit, 'status' | 'isReserved'>): string =>
  isReserved && status === 'RightsCreated' ? 'Reserved' : credit.statuses[status].label

import { z } from 'zod'
import { CASE_REPORTERS, CASE_TYPE_LABELS, CASE_TYPES } from '#domain/case/case'
import { DISPUTE_FINDINGS } from '#domain/case/dispute'
import { CASE_STATUSES } from '#domain/case/case-status'
import {
  choiceColumn,
  dateColumn,
  defineColumns,
  derivedColumn,
  relationColumn,
  statusColumn,
  textColumn,
} from '../columns/column.ts'
import { choiceFilter, defineNoun, idsFilter } from '../kit/noun.ts'
import { assuranceFields, replacingUnits } from '../credit/assurance.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import {
  creditStatus,
  creditType,
  day,
  id,
  idAndName,
  instant,
  money,
  nullableIdAndName,
  nullableText,
  units,
} from '../kit/values.ts'

const columns = {
  type: z.enum(CASE_TYPES),
  status: z.enum(CASE_STATUSES),
  project: nullableIdAndName.meta({
    description: 'Project that it is about; null if it is about a requirement',
  }),
  requirement: nullableIdAndName.meta({
    description: 'Requirement whose buyer does not pay; null for other cases, and if you may not see it',
  }),
  round: idAndName,
  since: day.meta({ description: 'First day of the mishap, as reported' }),
  reporter: z.enum(CASE_REPORTERS).meta({ description: 'Role in which it was reported' }),
  reportedAt: instant,
  rectifyBy: day.nullable().meta({ description: 'Last day on which it is to be put right, if there is one' }),
  endedAt: instant.nullable(),
}

export const CASE_COLUMNS = defineColumns('case', {
  name: textColumn('Case', {}),
  type: choiceColumn('Type', z.enum(CASE_TYPES), { filter: true, sort: true }, CASE_TYPE_LABELS),
  status: statusColumn(),
  project: relationColumn('Project', 'project', {}),
  requirement: relationColumn('Credit requirement', 'requirement', {}),
  round: relationColumn('Market round', 'round', {}),
  since: dateColumn('Since', { sort: true }),
  reportedAt: derivedColumn('Reported on'),
  rectifyBy: dateColumn('To be put right by', { sort: true }),
  endedAt: derivedColumn('Ended on'),
})

/** Credits of a case that one requirement relies on, or that are in reserve or unsold. */
const reliance = z.object({
  creditId: id,
  serials: z.array(z.string()),
  creditType,
  units,
  status: creditStatus,
  label: z.string(),
  ...assuranceFields,
  requirement: nullableIdAndName.meta({
    description:
      'Requirement that relies on it; null for the reserve, for unsold units, and if you may not see it',
  }),
  isSold: z.boolean(),
})

/** Units of one type that a case fails: together those in doubt, replaced and without cover are all that failed. */
const failedUnits = z
  .object({
    creditType,
    failed: units,
    inDoubt: units.meta({ description: 'Being put right by a day, or replaced by units that are in doubt' }),
    replaced: units,
    uncovered: units.meta({ description: 'Failed, with nothing in their place' }),
  })
  .meta({ id: 'FailedUnits' })

/** Units that replace failed ones because of a case. */
const caseReplacement = replacingUnits
  .extend({
    id,
    project: idAndName.meta({ description: 'Project of the replacing units' }),
    pricePerUnit: money.nullable().meta({
      description:
        'Price of an unsold unit; null for units of the reserve, and for everyone but the market operator',
    }),
  })
  .meta({ id: 'CaseReplacement' })

/** A case in a list. */
export const caseRow = z.object({ ...rowFields, name: z.string(), ...columns }).meta({ id: 'CaseRow' })
export type CaseRow = z.infer<typeof caseRow>
export const caseView = z
  .object({
    ...resourceFields('case'),
    ...columns,
    what: z.string().meta({ description: 'What happened, in the words of the person who reported it' }),
    reportedFor: nullableText.meta({
      description: 'Organisation that reported it; only the market operator and that organisation get it',
    }),
    confirmedAt: instant.nullable(),
    papers: z
      .object({
        ownerBy: day,
        otherBy: day,
        ownerFiledAt: instant.nullable(),
        otherFiledAt: instant.nullable(),
      })
      .nullable()
      .meta({ description: 'Last days for the papers of both sides of a dispute, once they are asked for' }),
    finding: z.enum(DISPUTE_FINDINGS).nullable().meta({ description: 'Decision of a dispute' }),
    follows: nullableText.meta({ description: 'What follows from the decision of a dispute' }),
    failedSince: day.nullable().meta({ description: 'First day of a confirmed delivery failure' }),
    capacityLeft: z.array(z.object({ service: idAndName, left: units })).meta({
      description: 'Capacity that a confirmed delivery failure leaves to each service',
    }),
    failedUnits: z.array(failedUnits).meta({
      description:
        'Units that it fails on the date of the answer, or on the first day of the failure if that is later',
    }),
    replacements: z.array(caseReplacement).meta({
      description: 'Units that replace failed ones because of this case',
    }),
    gap: z
      .object({
        paid: money.meta({ description: 'Pounds that the buyer has paid of its invoices' }),
        fromDeposit: money.meta({ description: 'Part of that which its deposit has paid' }),
        open: money.meta({ description: 'Pounds of its invoices that are still open' }),
      })
      .nullable()
      .meta({ description: 'What a buyer who does not pay leaves open; null for other cases and readers' }),
    reason: nullableText.meta({ description: 'Reason of the last decision' }),
    reliance: z.array(reliance).meta({
      description: 'Credits that the case concerns, as far as you may see them',
    }),
    othersRelying: z.int().meta({ description: 'Number of further credits, which you may not see' }),
  })
  .meta({ id: 'Case' })
export type CaseView = z.infer<typeof caseView>
export type CaseReplacement = CaseView['replacements'][number]
export type CaseReliance = CaseView['reliance'][number]

/** Units that a confirmed case fails. */
export const unitFailure = defineNoun({
  kind: 'unitFailure',
  called: ['failure of units', 'failures of units'],
  readBy: 'parent',
  parents: [['case', 'caseId']],
})

/** Sound units that replace failed ones. */
export const unitReplacement = defineNoun({
  kind: 'unitReplacement',
  called: ['replacement of units', 'replacements of units'],
  readBy: 'parent',
  parents: [['case', 'caseId']],
})

/** A mishap with a project or a requirement after a settlement. */
export const caseNoun = defineNoun({
  kind: 'case',
  path: 'case',
  list: 'cases',
  called: ['case', 'cases'],
  readBy: 'own rule',
  owner: 'ownerId',
  area: 'lpaId',
  page: ({ id: one }: { id: string }) => `/case/${one}`,
  isSubject: true,
  isNamed: true,
  statuses: {
    Reported: { label: 'Reported', tone: 'warn' },
    Confirmed: { label: 'Confirmed', tone: 'bad' },
    Remedying: { label: 'Being put right', tone: 'warn' },
    Closed: { label: 'Closed', tone: 'quiet' },
    Dismissed: { label: 'Dismissed', tone: 'quiet' },
  },
  row: caseRow,
  view: caseView,
  filters: {
    status: choiceFilter(CASE_STATUSES),
    type: choiceFilter(CASE_TYPES),
    projectId: idsFilter,
    requirementId: idsFilter,
    marketRoundId: idsFilter,
  },
  sorts: ['reported', 'since', 'type', 'status'],
})

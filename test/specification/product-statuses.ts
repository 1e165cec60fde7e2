import { allActions, findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { startStatusesOf } from '#actions/kit/available'
import { FIELD_TYPES } from '#contract/kit/form'
import { statusesOf } from '#contract/nouns/nouns'
import { PERMISSION_LABELS, PERMISSIONS } from '#domain/people/authority'
import { CAPACITIES } from '#domain/values/capacity'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/credit/declaration'
import type { Kind } from '#domain/disclosure/entities'
import { DOCUMENT_TAG_LABELS, DOCUMENT_TAGS } from '#domain/text/filed-document'
import { GROUP_TYPES, PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import {
  BROAD_HABITAT_LABELS,
  BROAD_HABITATS,
  CONDITION_LABELS,
  CONDITIONS,
  DISTINCTIVENESS,
  DISTINCTIVENESS_LABELS,
  MODULES,
} from '@credit-market/habitat-metric/habitat'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES, SIGN_UP_TYPES } from '#domain/people/organisation'
import { PROJECT_DURATION_LABELS, PROJECT_DURATIONS } from '#domain/project/project'
import { NUTRIENT_NEED_LABELS, NUTRIENT_NEEDS } from '#domain/project/requirement'
import { BIDDER_TYPE_LABELS, BIDDER_TYPES } from '#domain/round/round'
import { USER_GROUP_LABELS, USER_GROUPS } from '#domain/people/user'
import type { ProductTableData } from './table.ts'

/** The kinds whose statuses the specification names, or that the product adds. */
const WITH_STATUSES = [
  ...(['round', 'project', 'requirement', 'credit', 'service', 'participation'] as const),
  ...(['agentAuthority', 'roundQuestion', 'case', 'proposal'] as const),
]

const targets = ({ to }: Action): string[] => {
  if (to === undefined) return []
  return typeof to === 'string' ? [to] : [...Object.values(to.is), ...(to.otherwise ? [to.otherwise] : [])]
}

/** Every transition between two statuses of a kind. */
const stepsOf = (kind: Kind): (readonly [from: string, to: string])[] =>
  allActions.flatMap(action => [
    ...(action.on === kind
      ? (startStatusesOf(action) ?? []).flatMap(from => targets(action).map(to => [from, to] as const))
      : []),
    ...(action.moves ?? []).filter(([moved]) => moved === kind).map(([, from, to]) => [from, to] as const),
  ])

/** Every status of every kind: its label, and the statuses that may follow. */
export const statusesOfProduct: ProductTableData = new Map(
  WITH_STATUSES.flatMap(kind => {
    const steps = stepsOf(kind)
    const all = statusesOf(kind)
    return all.map(([status, { label }]) => {
      const next = all
        .map(([to]) => to)
        .filter(to => to !== status && steps.some(step => step[0] === status && step[1] === to))
      return [`${kind} ${status}`, { Label: label, 'Leads to': next.join(', ') || 'no other' }] as const
    })
  }),
)

type Values = readonly (readonly [value: string, label: string])[]

const labelled = <T extends string>(values: readonly T[], labels: Partial<Record<T, string>> = {}): Values =>
  values.map(value => [value, labels[value] ?? value])

/** The choices of a field by their labels. */
const choicesIn = (kind: Kind, name: string, field: string): Values => {
  const [outer = '', inner] = field.split('/')
  const found = findAction(kind, name)?.fields[outer]
  const choices = (inner ? found?.perRow?.fields[inner] : found)?.choices
  if (!choices) throw new Error(`${kind}.${name} ${field} has no fixed choices`)
  return choices.map(({ id, name: label }) => [id, label])
}

const ENUMERATIONS: Readonly<Record<string, Values>> = {
  'credit type': labelled(
    ['Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'],
    CREDIT_TYPE_LABELS,
  ),
  'bidder type': labelled(BIDDER_TYPES, BIDDER_TYPE_LABELS),
  duration: labelled(PROJECT_DURATIONS, PROJECT_DURATION_LABELS),
  'broad habitat': labelled(BROAD_HABITATS, BROAD_HABITAT_LABELS),
  module: labelled(MODULES),
  distinctiveness: labelled(DISTINCTIVENESS, DISTINCTIVENESS_LABELS),
  condition: labelled(CONDITIONS, CONDITION_LABELS),
  'document tag': labelled(DOCUMENT_TAGS, DOCUMENT_TAG_LABELS),
  'supply type': labelled(NUTRIENT_NEEDS, NUTRIENT_NEED_LABELS),
  'form field type': labelled(FIELD_TYPES),
  'organisation type': labelled(ORGANISATION_TYPES, ORGANISATION_TYPE_LABELS),
  'organisation type at sign-up': labelled(SIGN_UP_TYPES, ORGANISATION_TYPE_LABELS),
  group: labelled(USER_GROUPS, USER_GROUP_LABELS),
  capacity: labelled(CAPACITIES),
  'requirement type': choicesIn('requirement', 'Update', 'type'),
  'declaration category': labelled(DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS),
  permission: labelled(PERMISSIONS, PERMISSION_LABELS),
  'project group type': labelled(GROUP_TYPES, PROJECT_GROUP_LABELS),
  'requirement group type': labelled(GROUP_TYPES, REQUIREMENT_GROUP_LABELS),
  'what the reserve applies to': choicesIn('round', 'SetReserveInfo', 'reserveAppliesTo'),
  'screening outcome': choicesIn('project', 'AddScreeningOutcome', 'outcome'),
  'pre-market review': choicesIn('project', 'SetPreMarketReviewOutcome', 'outcome'),
  'certification decision': choicesIn(
    'project',
    'SetCertificationDecision',
    'serviceCertifications/decision',
  ),
  'compliance next action': choicesIn('project', 'AddComplianceCheck', 'nextAction.action'),
}

/** Every value of every enumeration, and its label. */
export const valuesOfProduct: ProductTableData = new Map(
  Object.entries(ENUMERATIONS).flatMap(([of, values]) =>
    values.map(([value, label]) => [`${of} ${value}`, { Label: label }] as const),
  ),
)

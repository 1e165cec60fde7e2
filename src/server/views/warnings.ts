import { readBiodiversityServices } from '#actions/common/services'
import { QUEUED_ACTS } from '#contract/steps/index'
import type { EntityMap, Kind } from '#domain/disclosure/entities'
import { distinctivenessError, conditionError } from '@credit-market/habitat-metric/habitat-rules'
import { tradingRuleOf } from '@credit-market/habitat-metric/trading'
import { differVisibly, metricUnits, needDifferenceWarning } from '@credit-market/habitat-metric/worked-out'
import { needOf } from '#domain/project/requirement'
import { type Service, serviceName } from '#domain/project/service'
import { showUnits } from '@credit-market/values/units'
import type { SubjectWarning } from '#domain/text/warning'
import type { ViewContext } from './kit/context.ts'
import { findWorkbookWarnings } from './workbooks.ts'

/** Kinds that have warnings. */
type Warned = 'project' | 'requirement'

type Finder<K extends Warned> = (
  subject: EntityMap[K],
  context: Pick<ViewContext, 'db' | 'read'>,
) => Promise<SubjectWarning[]> | SubjectWarning[]

const against = (code: SubjectWarning['code'], field: string, words: string | undefined): SubjectWarning[] =>
  words ? [{ code, field, words }] : []

const baselineDiffers = (typed: string, calculated: string): string =>
  `The baseline is ${typed} units, but the statutory metric gives ${calculated}`

const gainsDiffer = (typed: string, calculated: string): string =>
  `The gains add up to ${typed} units, but the statutory metric gives ${calculated}`

/** Warnings from the tables of the biodiversity metric about a service. */
const ofService = (service: Service): SubjectWarning[] => {
  const at = (field: string) => `services.${service.id}.${field}`
  const say = (words: string | undefined) => words && `${serviceName(service)}: ${words}`
  const { delivered, baseline } = metricUnits(service)
  const { baselineUnitsLost: lost, gainsPerYear: gains } = service
  const unlike = (
    sentence: (typed: string, calculated: string) => string,
    typed: number | null,
    calculated: number | null,
  ) =>
    typed !== null && calculated !== null && differVisibly(typed, calculated)
      ? sentence(showUnits(typed), showUnits(calculated))
      : undefined
  return [
    ...against(
      'habitat-band',
      at('distinctiveness'),
      say(distinctivenessError(service.habitatType, service.distinctiveness)),
    ),
    ...against(
      'habitat-condition',
      at('condition'),
      say(conditionError(service.habitatType, service.condition)),
    ),
    ...against('metric-units', at('baselineUnitsLost'), say(unlike(baselineDiffers, lost, baseline))),
    ...against(
      'metric-units',
      at('gainsPerYear'),
      say(
        gains.length === 0
          ? undefined
          : unlike(
              gainsDiffer,
              gains.reduce((all, gain) => all + gain, 0),
              delivered,
            ),
      ),
    ),
  ]
}

const habitatsOfServices: Finder<'project'> = async ({ id }, { read }) =>
  (await readBiodiversityServices(read, id)).flatMap(ofService)

const habitatNeeded: Finder<'requirement'> = requirement => {
  const need = needOf(requirement)
  if (requirement.type !== 'Buyer' || need?.creditType !== 'Biodiversity') return []
  return [
    ...against(
      'habitat-band',
      'distinctiveness',
      distinctivenessError(need.habitatType, need.distinctiveness),
    ),
    ...against('habitat-trading', 'distinctiveness', tradingRuleOf(need)?.market ?? undefined),
    ...against('metric-units', 'units', needDifferenceWarning(requirement, need.ongoingUnits)),
  ]
}

/** Sources of warnings, in the order in which they are shown. */
const FINDERS: { readonly [K in Warned]: readonly Finder<K>[] } = {
  project: [
    habitatsOfServices,
    (subject, context) => findWorkbookWarnings({ kind: 'project', subject }, context),
  ],
  requirement: [
    habitatNeeded,
    (subject, context) => findWorkbookWarnings({ kind: 'requirement', subject }, context),
  ],
}

/** Warnings about a subject that do not refuse anything. */
export const findSubjectWarnings = async <K extends Warned>(
  kind: K,
  subject: EntityMap[K],
  context: Pick<ViewContext, 'db' | 'read'>,
): Promise<SubjectWarning[]> =>
  (await Promise.all(FINDERS[kind].map(async find => find(subject, context)))).flat()

/** Warnings for the market operator before an act of the work queue on a subject. */
export const findWarningsBeforeAct = async (
  { kind, subjectId, actionName }: { kind: Kind; subjectId: string; actionName: string },
  context: Pick<ViewContext, 'db' | 'read'>,
): Promise<SubjectWarning[]> => {
  if (!QUEUED_ACTS.some(act => act === `${kind}.${actionName}`)) return []
  const of = async <K extends Warned>(known: K): Promise<SubjectWarning[]> => {
    const subject = await context.read.one(known, subjectId)
    return subject ? findSubjectWarnings(known, subject, context) : []
  }
  return kind === 'project' ? of('project') : kind === 'requirement' ? of('requirement') : []
}

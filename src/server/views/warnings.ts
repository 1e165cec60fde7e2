import { QUEUED_ACTS } from '#contract/steps/index'
import type { Entities, Kind } from '#domain/entities'
import { wrongBand, wrongCondition } from '#domain/metric/habitat-rules'
import { tradingRuleOf } from '#domain/metric/trading'
import { differs, metricUnitsOf, unlikeLoss } from '#domain/metric/worked-out'
import { needOf } from '#domain/requirement'
import { type Service, serviceName } from '#domain/service'
import { showUnits } from '#domain/units'
import type { Warning } from '#domain/warning'
import type { ViewContext } from './context.ts'
import { workbookDiffers } from './workbooks.ts'

/** What warnings are found of. */
type Warned = 'project' | 'requirement'

type Finder<K extends Warned> = (
  subject: Entities[K],
  context: Pick<ViewContext, 'db' | 'read'>,
) => Promise<Warning[]> | Warning[]

const against = (code: Warning['code'], field: string, words: string | undefined): Warning[] =>
  words ? [{ code, field, words }] : []

/** What the tables of the metric say against a service. */
const ofService = (service: Service): Warning[] => {
  const at = (field: string) => `services.${service.id}.${field}`
  const say = (words: string | undefined) => words && `${serviceName(service)}: ${words}`
  const { delivered, baseline } = metricUnitsOf(service)
  const { baselineUnitsLost: lost, gainsPerYear: gains } = service
  const unlike = (what: string, typed: number | null, worked: number | null) =>
    typed !== null && worked !== null && differs(typed, worked)
      ? `${what} ${showUnits(typed)} units, the statutory metric gives ${showUnits(worked)}`
      : undefined
  return [
    ...against(
      'habitat-band',
      at('distinctiveness'),
      say(wrongBand(service.habitatType, service.distinctiveness)),
    ),
    ...against(
      'habitat-condition',
      at('condition'),
      say(wrongCondition(service.habitatType, service.condition)),
    ),
    ...against('metric-units', at('baselineUnitsLost'), say(unlike('The baseline is', lost, baseline))),
    ...against(
      'metric-units',
      at('gainsPerYear'),
      say(
        gains.length === 0
          ? undefined
          : unlike(
              'The gains add up to',
              gains.reduce((all, gain) => all + gain, 0),
              delivered,
            ),
      ),
    ),
  ]
}

const habitatsOfServices: Finder<'project'> = async ({ id }, { read }) =>
  (await read.list('service', { projectId: id, type: 'Biodiversity' })).flatMap(ofService)

const habitatNeeded: Finder<'requirement'> = requirement => {
  const need = needOf(requirement)
  if (requirement.type !== 'Buyer' || need?.creditType !== 'Biodiversity') return []
  return [
    ...against('habitat-band', 'distinctiveness', wrongBand(need.habitatType, need.distinctiveness)),
    ...against('habitat-trading', 'distinctiveness', tradingRuleOf(need)?.market ?? undefined),
    ...against('metric-units', 'units', unlikeLoss(requirement, need.ongoingUnits)),
  ]
}

/** Who finds what, in the order in which it is shown. */
const FINDERS: { readonly [K in Warned]: readonly Finder<K>[] } = {
  project: [habitatsOfServices, (subject, context) => workbookDiffers({ kind: 'project', subject }, context)],
  requirement: [
    habitatNeeded,
    (subject, context) => workbookDiffers({ kind: 'requirement', subject }, context),
  ],
}

/** What should be looked at about a thing, though nothing is refused for it. */
export const warningsOf = async <K extends Warned>(
  kind: K,
  subject: Entities[K],
  context: Pick<ViewContext, 'db' | 'read'>,
): Promise<Warning[]> => (await Promise.all(FINDERS[kind].map(async find => find(subject, context)))).flat()

/** What the market operator should look at about a thing before doing one of the acts of the queue on it. */
export const warningsBefore = async (
  { kind, subjectId, actionName }: { kind: Kind; subjectId: string; actionName: string },
  context: Pick<ViewContext, 'db' | 'read'>,
): Promise<Warning[]> => {
  if (!QUEUED_ACTS.some(act => act === `${kind}.${actionName}`)) return []
  const of = async <K extends Warned>(known: K): Promise<Warning[]> => {
    const subject = await context.read.one(known, subjectId)
    return subject ? warningsOf(known, subject, context) : []
  }
  return kind === 'project' ? of('project') : kind === 'requirement' ? of('requirement') : []
}

import { QUEUED_ACTS } from '#contract/queue'
import type { Entities, Kind } from '#domain/entities'
import { wrongBand } from '#domain/metric/habitat-rules'
import { serviceName } from '#domain/service'
import type { Warning } from '#domain/warning'
import type { ViewContext } from './context.ts'

/** What warnings are found of. */
type Warned = 'project' | 'requirement'

type Finder<K extends Warned> = (
  subject: Entities[K],
  context: Pick<ViewContext, 'db' | 'read'>,
) => Promise<Warning[]> | Warning[]

const habitatsOfServices: Finder<'project'> = async ({ id }, { read }) =>
  (await read.list('service', { projectId: id })).flatMap((service): Warning[] => {
    const words = wrongBand(service.habitatType, service.distinctiveness)
    return words
      ? [
          {
            code: 'habitat-band',
            field: `services.${service.id}.distinctiveness`,
            words: `${serviceName(service)}: ${words}`,
          },
        ]
      : []
  })

const habitatNeeded: Finder<'requirement'> = ({ type, bioHabitatType, bioDistinctiveness }) => {
  const words = type === 'Buyer' ? wrongBand(bioHabitatType, bioDistinctiveness) : undefined
  return words ? [{ code: 'habitat-band', field: 'distinctiveness', words }] : []
}

/** Who finds what, in the order in which it is shown. */
const FINDERS: { readonly [K in Warned]: readonly Finder<K>[] } = {
  project: [habitatsOfServices],
  requirement: [habitatNeeded],
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

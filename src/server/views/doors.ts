import { actionsOn, findAction, type ActionName } from '#actions/index'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import type { AnyField } from '#actions/kit/fields'
import { availableChoices, warnings } from '#actions/kit/judge'
import { readingOnce } from '#actions/round/reading-once'
import { pageOf, pathOf } from '#contract/nouns'
import { ownerOf } from '#contract/ownership'
import { ROUNDS_PAGE } from '#contract/public-pages'
import type { AvailableAction } from '#contract/resource'
import { type Actor, isOperator } from '#domain/actor'
import { dayOf } from '#domain/dates'
import { SETTING_KINDS, type Kind, type StoredKind, type SubjectOf } from '#domain/entities'
import { collectionSubject, givenFor, isCollection, roundOf } from '../runner/facts.ts'
import type { ViewContext } from './context.ts'

const NOTHING: Answers = {}

/** What need not be chosen, but is what a form is for: of nothing no group is made. */
const POINTS: readonly string[] = [
  'CreateProjectGroup.projectIds',
  'CreateCreditRequirementGroup.requirementIds',
]

/** A question that everybody is asked, and that only one of certain choices answers. */
const isToChoose = (action: Action, name: string, field: AnyField): boolean =>
  (!field.optional || POINTS.includes(`${action.name}.${name}`)) &&
  !action.show?.[name] &&
  (field.among !== undefined || field.isChoiceAvailable !== undefined)

/** Why none of the choices will do for a question that is asked of everybody; nothing where one does. */
export const noChoice = (action: Action, subject: object, given: Facts): string | undefined => {
  for (const [name, field] of Object.entries(action.fields)) {
    if (!isToChoose(action, name, field)) continue
    const choices = availableChoices(field, NOTHING, given) ?? []
    if (choices.length === 0) {
      const warned = warnings(action, NOTHING, subject, given)
      return warned[name] ?? Object.values(warned)[0] ?? `${field.label}: nothing to choose from`
    }
    const refusals = choices.map(
      ({ id }) => action.check?.({ [name]: field.type === 'SelectMulti' ? [id] : id }, given)[name],
    )
    if (refusals.every(Boolean)) return refusals[0]
  }
  return undefined
}

/** Thrown where too much would have to be read only to draw a button. */
class ReadsTooMuch extends Error {}

/** Whoever has more of something than this has something to choose from. */
const FEW_ROWS = 20

const FEW: readonly string[] = ['market', 'round', ...SETTING_KINDS]

const isBounded = (kind: StoredKind, where: object): boolean =>
  FEW.includes(kind) ||
  Object.entries(where).some(([column, value]) =>
    Array.isArray(value)
      ? value.length === 0 || (/id$/i.test(column) && column !== 'roundId')
      : typeof value === 'string' && column.endsWith('Id') && column !== 'roundId',
  )

const bounded = (read: Read): Read => ({
  ...read,
  list: async (kind, where) => {
    if (!isBounded(kind, where)) throw new ReadsTooMuch(`All of ${kind} would be read`)
    const rows = await read.list(kind, where, FEW_ROWS + 1)
    if (rows.length > FEW_ROWS) throw new ReadsTooMuch(`More than ${FEW_ROWS} of ${kind} would be read`)
    return rows
  },
})

const barOf = async (
  action: Action,
  subject: SubjectOf<Kind>,
  reader: Actor,
  { read, now }: Pick<ViewContext, 'read' | 'now'>,
): Promise<string | undefined> => {
  if (!Object.entries(action.fields).some(([name, field]) => isToChoose(action, name, field)))
    return undefined
  try {
    return noChoice(action, subject, await givenFor(bounded(read), action, subject, reader, now))
  } catch (error) {
    if (error instanceof ReadsTooMuch) return undefined
    throw error
  }
}

/** The way on where no round takes anybody at present: the days on which rounds open, and how to be told of them. */
const CALENDAR = { label: 'See when rounds open', link: ROUNDS_PAGE } as const

/** What gives a form something to choose from: an action on the same thing, on its owner, or on a list; or only time. */
type Help =
  | typeof CALENDAR
  | readonly ['itself', ActionName]
  | readonly ['owner', ActionName<'organisation'>]
  | readonly ['markets', ActionName<'markets'>]

const TAKING_PART = ['owner', 'RegisterAsParticipant'] as const
const HELPS: { readonly [K in Kind]?: { readonly [A in ActionName<K>]?: Help } } = {
  organisation: {
    RegisterNewProject: TAKING_PART,
    CreateProject: TAKING_PART,
    RegisterNewCreditRequirement: TAKING_PART,
    CreateCreditRequirement: TAKING_PART,
    CreateProjectGroup: ['owner', 'RegisterNewProject'],
    CreateCreditRequirementGroup: ['owner', 'RegisterNewCreditRequirement'],
    RegisterAsParticipant: CALENDAR,
    ExpressInterest: CALENDAR,
    ProvideAgentAuthority: CALENDAR,
    AddParticipantClient: CALENDAR,
  },
  projects: { CreateProject: TAKING_PART },
  requirements: { CreateCreditRequirement: TAKING_PART },
  rounds: { CreateRound: ['markets', 'CreateMarket'] },
  project: {
    AddToGroup: ['owner', 'CreateProjectGroup'],
    EditNutrientService: ['itself', 'AddNutrientService'],
    EditBiodiversityService: ['itself', 'AddBiodiversityService'],
    SetBiodiversitySupply: ['itself', 'AddBiodiversityService'],
  },
  requirement: { AddToGroup: ['owner', 'CreateCreditRequirementGroup'] },
  projectGroup: { AddProjects: ['owner', 'RegisterNewProject'] },
  requirementGroup: { AddRequirements: ['owner', 'RegisterNewCreditRequirement'] },
  round: { RemoveDeclaration: ['itself', 'AddDeclaration'] },
}

const helpFor = (kind: Kind, action: string): Help | undefined =>
  Object.entries<Help>(HELPS[kind] ?? {}).find(([name]) => name === action)?.[1]

/** The address at which a form opens on the page of a thing, or on a list. */
const formAt = (kind: Kind, subject: { id: string }, action: string): string | null => {
  const page = isCollection(kind) ? `/${pathOf(kind)}` : pageOf(kind, { ...subject, type: 'PARTICIPANT' })
  return (
    page && `${page}?action=${action}&subject=${pathOf(kind)}${isCollection(kind) ? '' : `/${subject.id}`}`
  )
}

/** Where this reader gives a form something to choose from, if it can; else where it sees when that will be possible. */
const helpOf = async (
  kind: Kind,
  subject: SubjectOf<Kind>,
  action: string,
  reader: Actor,
  context: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction['helpedBy']> => {
  const help = helpFor(kind, action)
  if (!help) return undefined
  const step = 'link' in help ? undefined : await stepOf(help, kind, subject, reader, context)
  // The market operator opens rounds: it need not look up when.
  const isForTime = ('link' in help || help === TAKING_PART) && !isOperator(reader)
  return step ?? (isForTime ? CALENDAR : undefined)
}

/** The new group can hold the thing at hand, so its form has something to choose from, and nothing is read to find out. */
const isMadeOfIt = (kind: Kind, name: string): boolean =>
  (kind === 'project' && name === 'CreateProjectGroup') ||
  (kind === 'requirement' && name === 'CreateCreditRequirementGroup')

/** The form of the step that helps, where this reader can take it now. */
const stepOf = async (
  [on, name]: Exclude<Help, typeof CALENDAR>,
  kind: Kind,
  subject: SubjectOf<Kind>,
  reader: Actor,
  context: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction['helpedBy']> => {
  const ownerId = isCollection(kind) ? reader.organisationId : ownerOf(kind, subject)
  const [its, of]: [Kind, SubjectOf<Kind> | undefined] =
    on === 'itself' || (on === 'owner' && kind === 'organisation')
      ? [kind, subject]
      : on === 'owner'
        ? ['organisation', ownerId === null ? undefined : await context.read.one('organisation', ownerId)]
        : [on, collectionSubject(on)]
  const helping = findAction(its, name)
  if (!of || !helping) return undefined
  const around = { round: await roundOf(context.read, its, of), today: dayOf(context.now) }
  if (available(helping, reader, of, around) !== true) return undefined
  if (!isMadeOfIt(kind, name) && (await barOf(helping, of, reader, context)) !== undefined) return undefined
  const link = formAt(its, of, name)
  return link === null ? undefined : { label: helping.label ?? helping.title, link }
}

/**
 * The actions that are offered, each whose form would have nothing to choose from saying so, with the step that helps. Only
 * what is read of few things is looked into.
 */
export const withDoors = async (
  kind: Kind,
  subject: SubjectOf<Kind>,
  actions: readonly AvailableAction[],
  reader: Actor,
  { read, now }: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction[]> => {
  const context = { read: readingOnce(read), now }
  return Promise.all(
    actions.map(async offered => {
      const action = actionsOn(kind).find(({ name }) => name === offered.id)
      const missing = action && (await barOf(action, subject, reader, context))
      if (missing === undefined) return offered
      const helpedBy = await helpOf(kind, subject, offered.id, reader, context)
      return { ...offered, missing, ...(helpedBy && { helpedBy }) }
    }),
  )
}

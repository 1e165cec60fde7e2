import { actionsOfKind, findAction, type ActionName } from '#actions/index'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import type { AnyField } from '#actions/kit/fields'
import { availableChoices, formWarnings } from '#actions/kit/judge'
import { optionalPageAddress, pathOf } from '#contract/nouns/nouns'
import { findOwnerId } from '#contract/nouns/ownership'
import { ROUNDS_PAGE } from '#contract/public/public-pages'
import type { AvailableAction } from '#contract/kit/resource'
import { type Actor, isOperator } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import { SETTING_KINDS, type Kind, type StoredKind, type EntityOfKind } from '#domain/disclosure/entities'
import { subjectOfCollection, readActionFacts, isCollection, readRoundOf } from '../../runner/facts.ts'
import type { ViewContext } from './context.ts'

const NOTHING: Answers = {}

/** Optional questions that are the purpose of their form: a group needs members. */
const POINTS: readonly string[] = [
  'CreateProjectGroup.projectIds',
  'CreateCreditRequirementGroup.requirementIds',
]

/** True for a required question that only one of a limited set of choices answers. */
const isToChoose = (action: Action, name: string, field: AnyField): boolean =>
  (!field.optional || POINTS.includes(`${action.name}.${name}`)) &&
  !action.show?.[name] &&
  (field.among !== undefined || field.isChoiceAvailable !== undefined)

/** The reason why every choice for a required question would be refused; undefined if one is accepted. */
export const findNoChoiceReason = (
  action: Action,
  subject: object,
  given: ActionFacts,
): string | undefined => {
  for (const [name, field] of Object.entries(action.fields)) {
    if (!isToChoose(action, name, field)) continue
    const choices = availableChoices(field, NOTHING, given) ?? []
    if (choices.length === 0) {
      const warned = formWarnings(action, NOTHING, subject, given)
      return warned[name] ?? Object.values(warned)[0] ?? `${field.label}: there is nothing to choose from`
    }
    const refusals = choices.map(
      ({ id }) => action.check?.({ [name]: field.type === 'SelectMulti' ? [id] : id }, given)[name],
    )
    if (refusals.every(Boolean)) return refusals[0]
  }
  return undefined
}

/** Thrown if a button would need too many rows. */
class ReadsTooMuch extends Error {}

/** With more rows than this, a form certainly has something to choose from. */
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
  subject: EntityOfKind<Kind>,
  reader: Actor,
  { read, now }: Pick<ViewContext, 'read' | 'now'>,
): Promise<string | undefined> => {
  if (!Object.entries(action.fields).some(([name, field]) => isToChoose(action, name, field)))
    return undefined
  try {
    return findNoChoiceReason(
      action,
      subject,
      await readActionFacts(bounded(read), action, subject, reader, now),
    )
  } catch (error) {
    if (error instanceof ReadsTooMuch) return undefined
    throw error
  }
}

/** The help if no round accepts anyone at present: when rounds open, and how to be notified. */
const CALENDAR = { label: 'See when rounds open', link: ROUNDS_PAGE } as const

/**
 * Source of choices for a form that has none: an action on the same subject, on its owner or on a list; or waiting.
 */
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
    AddProjectsFromSheet: TAKING_PART,
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

/** The address that opens a form on the page of a subject or on a list. */
const formAt = (kind: Kind, subject: { id: string }, action: string): string | null => {
  const page = isCollection(kind)
    ? `/${pathOf(kind)}`
    : optionalPageAddress(kind, { ...subject, type: 'PARTICIPANT' })
  return (
    page && `${page}?action=${action}&subject=${pathOf(kind)}${isCollection(kind) ? '' : `/${subject.id}`}`
  )
}

/**
 * The link where this reader can give a form something to choose from, else where it says when that will be possible.
 */
const helpOf = async (
  kind: Kind,
  subject: EntityOfKind<Kind>,
  action: string,
  reader: Actor,
  context: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction['helpedBy']> => {
  const help = helpFor(kind, action)
  if (!help) return undefined
  const step = 'link' in help ? undefined : await stepOf(help, kind, subject, reader, context)
  // The market operator opens rounds, so it does not need to look up when.
  const isForTime = ('link' in help || help === TAKING_PART) && !isOperator(reader)
  return step ?? (isForTime ? CALENDAR : undefined)
}

/** True if the new group can contain the current subject: its form then has a choice, and nothing has to be read. */
const isMadeOfIt = (kind: Kind, name: string): boolean =>
  (kind === 'project' && name === 'CreateProjectGroup') ||
  (kind === 'requirement' && name === 'CreateCreditRequirementGroup')

/** The form of the helping step, if this reader can take the step now. */
const stepOf = async (
  [on, name]: Exclude<Help, typeof CALENDAR>,
  kind: Kind,
  subject: EntityOfKind<Kind>,
  reader: Actor,
  context: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction['helpedBy']> => {
  const ownerId = isCollection(kind) ? reader.organisationId : findOwnerId(kind, subject)
  const [its, of]: [Kind, EntityOfKind<Kind> | undefined] =
    on === 'itself' || (on === 'owner' && kind === 'organisation')
      ? [kind, subject]
      : on === 'owner'
        ? ['organisation', ownerId === null ? undefined : await context.read.one('organisation', ownerId)]
        : [on, subjectOfCollection(on)]
  const helping = findAction(its, name)
  if (!of || !helping) return undefined
  const around = { round: await readRoundOf(context.read, its, of), today: utcDayOf(context.now) }
  if (checkAvailability(helping, reader, of, around) !== true) return undefined
  if (!isMadeOfIt(kind, name) && (await barOf(helping, of, reader, context)) !== undefined) return undefined
  const link = formAt(its, of, name)
  return link === null ? undefined : { label: helping.label ?? helping.title, link }
}

/**
 * The available actions; an action whose form would have nothing to choose from says so, with the step that helps.
 * Checks only actions that read few rows.
 */
export const addEmptyChoiceHints = async (
  kind: Kind,
  subject: EntityOfKind<Kind>,
  actions: readonly AvailableAction[],
  reader: Actor,
  context: Pick<ViewContext, 'read' | 'now'>,
): Promise<AvailableAction[]> =>
  Promise.all(
    actions.map(async offered => {
      const action = actionsOfKind(kind).find(({ name }) => name === offered.id)
      const missing = action && (await barOf(action, subject, reader, context))
      if (missing === undefined) return offered
      const helpedBy = await helpOf(kind, subject, offered.id, reader, context)
      return { ...offered, missing, ...(helpedBy && { helpedBy }) }
    }),
  )

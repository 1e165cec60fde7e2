import type { Actor } from '#domain/people/actor'
import type { Organisation } from '#domain/people/organisation'
import type { Project } from '#domain/project/project'
import type { UploadedTable, UploadedTableRow } from '#domain/text/filed-document'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { SheetError } from '../../common/sheet/errors.ts'
import { cacheReads } from '../../common/reading-once.ts'
import {
  hasCellsFor,
  isStepUnchanged,
  planStep,
  type PlannedStep,
  type SheetFacts,
} from '../../common/sheet/step.ts'
import { type RoundToRegisterIn, readRoundsToRegisterIn } from '../../fields/places.ts'
import type { Read } from '../../kit/changes.ts'
import { readSiteRows, SITE_COLUMNS, SITE_STEPS } from './headings.ts'
import {
  CLIENT_REQUIRED,
  CLIENTS_ALIKE,
  DIFFERENT_PROJECT,
  SEVERAL_PROJECTS,
  unknownClientText,
  usedNameText,
} from './messages.ts'

/** A project of a sheet: a new draft with its answers, or one that is there and equals its row. */
export interface PlannedSite {
  /** Row of the sheet; the headings are row 1. */
  line: number
  client: Pick<Organisation, 'id' | 'name'>
  name: string
  existing: Project | undefined
  steps: PlannedStep[]
}

/** Result of planning a sheet: its projects, and the errors of its rows. Nothing is added while there is an error. */
export interface SitePlan {
  sites: PlannedSite[]
  errors: SheetError[]
}

interface Planning extends SheetFacts {
  roundId: string
  clients: readonly Organisation[]
  /** Projects of these clients in the round. */
  projects: readonly Project[]
  plan: SitePlan
  report: (row: UploadedTableRow, column: string, message: string) => void
}

/** A draft in a round before its questions are answered. */
export const emptyDraft = (
  id: string,
  roundId: string,
): Omit<Partial<Project>, 'status'> & { id: string; status: 'Draft' } => ({
  ...{ id, roundId, status: 'Draft', typeId: null, creditTypes: [], placePrecision: 'catchment' },
  ...{ mitigationDurations: [], start: null, ncaId: null, lpaId: null, subcatchmentId: null },
  ...{ gridReference: null, latitude: null, longitude: null },
})

/** The client of a row, by name, CSV ID or id; the only possible one where the cell is empty. */
const findClient = ({ clients, report }: Planning, row: UploadedTableRow): Organisation | undefined => {
  const { client: typed = '' } = row.cells
  const wanted = typed.toLowerCase()
  const found =
    typed === ''
      ? clients
      : clients.filter(({ id, csvId, name }) => [id, csvId, name].some(one => one?.toLowerCase() === wanted))
  if (found.length === 1) return found[0]
  const names = clients.map(({ name }) => name)
  if (typed === '') report(row, 'client', CLIENT_REQUIRED)
  else report(row, 'client', found.length > 1 ? CLIENTS_ALIKE : unknownClientText(typed, names))
  return undefined
}

/** The actions of a row; reports the errors of its cells. */
const planSteps = async (planning: Planning, row: UploadedTableRow, site: PlannedSite): Promise<void> => {
  const { existing, steps } = site
  const isUnchanged = async (project: Project): Promise<boolean> => {
    for (const part of SITE_STEPS) if (!(await isStepUnchanged(planning, row, part, project))) return false
    return true
  }
  if (existing) {
    if (!(await isUnchanged(existing))) planning.report(row, 'project', DIFFERENT_PROJECT)
    return
  }
  const report = (messages: Readonly<Record<string, string>> = {}) => {
    for (const [column, message] of Object.entries(messages)) planning.report(row, column, message)
  }
  const [details] = SITE_STEPS
  if (!hasCellsFor(details, row)) report({ isFixedTerm: FIELD_REQUIRED })
  let subject: object = emptyDraft('', planning.roundId)
  for (const part of SITE_STEPS) {
    const found = await planStep(planning, { row, on: 'project', mayBeHidden: () => false }, part, subject)
    if (found.obstacle) report({ project: found.obstacle })
    report(found.messages)
    if (!found.step) continue
    steps.push(found.step)
    subject = { ...subject, ...found.step.values }
  }
}

const planRow = async (planning: Planning, row: UploadedTableRow): Promise<void> => {
  const { projects, plan, report } = planning
  const { project: name = '' } = row.cells
  const rule = SITE_COLUMNS.project?.rule.safeParse(name)
  if (name === '') report(row, 'project', FIELD_REQUIRED)
  else if (rule?.success === false) report(row, 'project', rule.error.issues[0]?.message ?? '')
  const client = findClient(planning, row)
  if (!client || name === '' || rule?.success === false) return
  if (plan.sites.some(one => one.client.id === client.id && one.name === name)) {
    report(row, 'project', usedNameText(client.name, name))
    return
  }
  const [existing, another] = projects.filter(one => one.supplierId === client.id && one.name === name)
  if (another) {
    report(row, 'project', SEVERAL_PROJECTS)
    return
  }
  const site: PlannedSite = { line: row.line, client, name, existing, steps: [] }
  plan.sites.push(site)
  await planSteps(planning, row, site)
}

/** Rounds in which a sheet of this organisation can add projects: its own as a supplier, or those of the agent's clients. */
export const readSitePlaces = (read: Read, organisation: Organisation, actor: Actor) =>
  readRoundsToRegisterIn(
    read,
    actor,
    ['Supplier'],
    organisation.type === 'PARTICIPANT' ? organisation : undefined,
  )

/**
 * Plans a sheet of sites in a round, row by row. A row is recognised by its client and the name of its project, so that the same sheet
 * adds nothing the second time. Clients are those of `places`, for which the actor may register in the round.
 */
export const planSites = async (
  read: Read,
  { roundId, sheet, places }: { roundId: string; sheet: UploadedTable; places: readonly RoundToRegisterIn[] },
  today: string,
): Promise<SitePlan> => {
  const plan: SitePlan = { sites: [], errors: [] }
  const { rows, headingOf, errors } = readSiteRows(sheet)
  plan.errors.push(...errors.map(what => ({ line: null, what })))
  if (errors.length > 0) return plan
  const ids = places.filter(place => place.roundId === roundId).map(({ organisationId }) => organisationId)
  const planning: Planning = {
    ...{ read: cacheReads(read), facts: { today, actorIsOperator: false }, roundId, plan },
    clients: await read.list('organisation', { id: ids }),
    projects: await read.list('project', { roundId, supplierId: ids }),
    report: (row, column, message) =>
      plan.errors.push({
        line: row.line,
        what: `column ${headingOf(column)}: ${message}`,
        cell: { column, message },
        remedy: row.cells[column] ? 'Correct' : 'Fill in',
      }),
  }
  for (const row of rows) await planRow(planning, row)
  return plan
}

import { SYSTEM } from '#domain/actor'
import { inSentence } from '#domain/capacity'
import type { Day } from '#domain/dates'
import type { Entities } from '#domain/entities'
import type { TableRow, UploadedTable } from '#domain/filed-document'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Organisation } from '#domain/organisation'
import { whyNotAdmitted } from '#domain/participation-rules'
import type { Participation } from '#domain/participation'
import type { Round } from '#domain/round'
import { IMPORT_LIST_NAMES, type ImportListName } from '#contract/columns/column'
import type { Action, Answers, Facts } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { answered, isShown, judge } from '../kit/judge.ts'
import { everyFrom } from '../kit/available.ts'
import { createOrganisation } from '../organisation/create-organisation.ts'
import { IMPORT_LISTS, ORGANISATION_COLUMNS, questionsOf, type ImportList } from './import-lists.ts'
import type { Fault } from './import-faults.ts'
import { type ReadList, readList } from './import-headings.ts'
import { doublesAmong, normalCell, numbersOfOthers, type PlannedOrganisation } from './import-organisation.ts'
import { draftIn, isAsStored, type PlannedStep, readStep, refusedOf } from './import-step.ts'
import { readingOnce } from './reading-once.ts'

/** A project or requirement of a list. */
export interface PlannedItem {
  list: ImportListName
  csvId: string
  name: string
  existing: Entities['project'] | Entities['requirement'] | undefined
  steps: PlannedStep[]
}

/** What an import would do, or what is wrong with each list. */
export interface ImportPlan {
  organisations: PlannedOrganisation[]
  participations: { list: ImportListName; csvId: string; existing: Participation | undefined }[]
  items: PlannedItem[]
  /** What new organisations look like, in sentences. */
  doubles: string[]
  faults: Partial<Record<ImportListName, Fault[]>>
  /** What is in each list besides, and stays out. */
  leftOut: { list: ImportListName; told: string[]; others: number }[]
}

/** Everything judged so far in one import. */
interface Planning {
  read: Read
  round: Round
  plan: ImportPlan
  organisations: Map<string, PlannedOrganisation>
  participations: readonly Participation[]
  facts: Facts
  lists: Partial<Record<ImportListName, ReadList>>
}

const blame = (
  { plan }: Planning,
  list: ImportListName,
  row: TableRow | undefined,
  what: string,
  cure?: Fault['cure'],
): void => {
  const faults = (plan.faults[list] ??= [])
  faults.push({ line: row?.line ?? null, what, cure })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const blameCells = (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
  messages: Record<string, string>,
): void => {
  for (const [column, message] of Object.entries(messages)) {
    const heading = planning.lists[list]?.headingOf(column) ?? column
    blame(planning, list, row, `column ${heading}: ${message}`, row.cells[column] ? 'Correct' : 'Fill in')
  }
}

/** Whose row it is: by its CSV ID, or in a download, whose participants need not have one, by a name that only one has. */
const whoseRow = async (
  { read, lists, organisations }: Planning,
  list: ImportListName,
  { cells: { csvId = '', name = '' } }: TableRow,
): Promise<Pick<PlannedOrganisation, 'csvId' | 'existing'>> => {
  const known = organisations.get(csvId)
  if (known) return known
  if (csvId !== '' || name === '' || !lists[list]?.isDownloaded('csvId'))
    return { csvId, existing: csvId === '' ? undefined : (await read.list('organisation', { csvId }))[0] }
  const [one, another] = await read.list('organisation', { type: 'PARTICIPANT', name, mergedIntoId: null })
  return one && !another ? { csvId: one.csvId ?? one.id, existing: one } : { csvId, existing: undefined }
}

/** The organisation of a row; rows of the same CSV ID may add to each other, but not contradict. */
const planOrganisation = async (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
): Promise<PlannedOrganisation | undefined> => {
  const { csvId, existing } = await whoseRow(planning, list, row)
  if (csvId === '') {
    blameCells(planning, list, row, { csvId: FIELD_REQUIRED })
    return undefined
  }
  const known = planning.organisations.get(csvId)
  const stored: Answers = { ...existing }
  const details: Answers = known?.details ?? {
    ...Object.fromEntries(ORGANISATION_COLUMNS.map(column => [column, stored[column] ?? undefined])),
    csvId: existing ? (existing.csvId ?? undefined) : csvId,
    type: 'PARTICIPANT',
  }
  const said = Object.entries(row.cells)
    .filter(([column, cell]) => cell !== '' && ORGANISATION_COLUMNS.some(one => one === column))
    .map(([column, cell]) => [column, normalCell(column, cell)] as const)
  for (const [column, cell] of known ? said : [])
    if (details[column] !== cell && details[column] !== undefined)
      blameCells(planning, list, row, {
        [column]: `Another row says “${text(details[column])}” of ${csvId}`,
      })
  Object.assign(details, Object.fromEntries(said))
  const planned = { csvId, existing, details }
  planning.organisations.set(csvId, planned)
  blameCells(planning, list, row, judge(createOrganisation, details, planning.facts))
  blameCells(
    planning,
    list,
    row,
    await numbersOfOthers(planning.read, planned, [...planning.organisations.values()]),
  )
  return planned
}

const planParticipation = (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
  whose: PlannedOrganisation,
) => {
  const { plan, participations } = planning
  if (plan.participations.some(one => one.list === list && one.csvId === whose.csvId)) return
  const { capacity } = IMPORT_LISTS[list]
  const existing = participations.find(
    one => one.organisationId === whose.existing?.id && one.capacity === capacity,
  )
  if (existing?.status === 'Withdrawn')
    blame(
      planning,
      list,
      row,
      `column csvId: ${whose.csvId} has withdrawn as ${capacity.toLowerCase()}. Reinstate it first, or leave the row out.`,
    )
  plan.participations.push({ list, csvId: whose.csvId, existing })
}

const planStep = async (
  planning: Planning,
  { list, row }: { list: ImportListName; row: TableRow },
  part: Action,
  subject: object,
): Promise<PlannedStep | undefined> => {
  const fields = questionsOf(part)
  if (!Object.keys(fields).some(column => row.cells[column])) return undefined
  const verdict = part.when?.(subject, SYSTEM) ?? true
  if (verdict !== true) {
    blame(planning, list, row, `${Object.keys(fields).join(', ')}: ${verdict}.`)
    return undefined
  }
  const { action, given, first, answers, messages } = await readStep(planning, row, part, subject)
  const all = { ...first, ...answers }
  const judged = { ...judge(action, all, given), ...messages }
  const unasked = Object.keys(answers).filter(
    column => !isShown(action, column, all, given) && !planning.lists[list]?.isDownloaded(column),
  )
  const wrong =
    Object.keys(judged).length > 0
      ? judged
      : Object.fromEntries(unasked.map(column => [column, 'Is not asked with these answers']))
  blameCells(planning, list, row, wrong)
  if (Object.keys(wrong).length > 0) return undefined
  const values = answered(action, all, given)
  const reads = await part.reads?.(planning.read, subject, values, given)
  blameCells(
    planning,
    list,
    row,
    refusedOf(part, { on: IMPORT_LISTS[list].brings, subject, values, given, reads }),
  )
  return { action, values, reads, given }
}

const namedSo = (name: string, capacity: string) => (one: { name: string; type?: string }) =>
  one.name === name && (one.type ?? 'Supplier') === capacity

const ownItems = (
  { read, round }: Planning,
  brings: ImportList['brings'],
  owner: Organisation,
): Promise<NonNullable<PlannedItem['existing']>[]> =>
  brings === 'project'
    ? read.list('project', { roundId: round.id, supplierId: owner.id })
    : read.list('requirement', { roundId: round.id, buyerId: owner.id })

const planItem = async (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
  whose: PlannedOrganisation,
) => {
  const { brings, capacity, parts }: ImportList = IMPORT_LISTS[list]
  const name = row.cells[brings] ?? ''
  const asks = parts.some(part => Object.keys(questionsOf(part)).some(column => row.cells[column]))
  if (name === '') {
    if (asks) blameCells(planning, list, row, { [brings]: FIELD_REQUIRED })
    return
  }
  const { plan, round } = planning
  if (plan.items.some(one => one.list === list && one.csvId === whose.csvId && one.name === name)) {
    blameCells(planning, list, row, { [brings]: `An earlier row of ${whose.csvId} says “${name}” too` })
    return
  }
  const [existing, another] = whose.existing
    ? (await ownItems(planning, brings, whose.existing)).filter(namedSo(name, capacity))
    : []
  if (another) {
    blameCells(planning, list, row, { [brings]: `${whose.csvId} has several of the name “${name}”` })
    return
  }
  const item: PlannedItem = { list, csvId: whose.csvId, name, existing, steps: [] }
  plan.items.push(item)
  let subject = existing ?? draftIn(round, list)
  for (const part of parts) {
    if (existing && asks && !everyFrom(part)?.includes(existing.status)) {
      if (await isAsStored(planning, row, part, existing)) continue
      blameCells(planning, list, row, { [brings]: `“${name}” is ${existing.status} and cannot be changed` })
      return
    }
    const step = await planStep(planning, { list, row }, part, subject)
    if (!step) continue
    item.steps.push(step)
    subject = { ...subject, ...step.values }
  }
  if (
    brings === 'project' &&
    !existing &&
    item.steps[0]?.action.name !== parts[0]?.name &&
    !plan.faults[list]
  )
    blameCells(planning, list, row, { isFixedTerm: FIELD_REQUIRED })
}

const planList = async (planning: Planning, list: ImportListName, table: UploadedTable): Promise<void> => {
  const read = readList(list, table)
  planning.lists[list] = read
  for (const fault of read.faults) blame(planning, list, undefined, fault)
  if (read.faults.length > 0) return
  if (table.rows.length === 0) blame(planning, list, undefined, 'The file has no rows below its headings.')
  else if (read.rows.length === 0)
    blame(planning, list, undefined, `No row of the file is of ${inSentence(IMPORT_LISTS[list].capacity)}.`)
  planning.plan.leftOut.push({ list, told: read.told, others: read.others })
  const foreign = whyNotAdmitted(planning.round.bidderType, [IMPORT_LISTS[list].capacity])
  if (foreign) blame(planning, list, undefined, `${foreign}. Leave this file out.`)
  for (const row of read.rows) {
    const whose = await planOrganisation(planning, list, row)
    if (!whose) continue
    planParticipation(planning, list, row, whose)
    await planItem(planning, list, row, whose)
  }
}

/** Works out, row by row, what some lists would do to a round; nothing is done when anything is wrong with any of them. */
export const planImport = async (
  read: Read,
  round: Round,
  tables: Partial<Record<ImportListName, UploadedTable | null>>,
  today: Day,
): Promise<ImportPlan> => {
  const planning: Planning = {
    read: readingOnce(read),
    round,
    plan: { organisations: [], participations: [], items: [], doubles: [], faults: {}, leftOut: [] },
    organisations: new Map(),
    participations: await read.list('participation', { roundId: round.id }),
    facts: { today, actorIsOperator: true },
    lists: {},
  }
  for (const list of IMPORT_LIST_NAMES) {
    const table = tables[list]
    if (table) await planList(planning, list, table)
  }
  const organisations = [...planning.organisations.values()]
  return { ...planning.plan, organisations, doubles: await doublesAmong(read, organisations) }
}

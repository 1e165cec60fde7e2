import { capacityWithArticle } from '#domain/values/capacity'
import type { Day } from '@credit-market/values/dates'
import type { UploadedTableRow, UploadedTable } from '#domain/text/filed-document'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { Organisation } from '#domain/people/organisation'
import { findAdmissionObstacle } from '#domain/round/participation-rules'
import type { Participation } from '#domain/round/participation'
import type { Round } from '#domain/round/round'
import { IMPORT_LIST_NAMES, type ImportListName } from '#contract/columns/column'
import type { Action, Answers } from '../../kit/action.ts'
import type { Read } from '../../kit/changes.ts'
import { validateAnswers } from '../../kit/judge.ts'
import { startStatusesOf } from '../../kit/available.ts'
import { createOrganisation } from '../../organisation/create-organisation.ts'
import {
  hasCellsFor,
  isStepUnchanged,
  planStep,
  type PlannedStep,
  type SheetFacts,
} from '../../common/sheet/step.ts'
import type { SheetError } from '../../common/sheet/errors.ts'
import { IMPORT_LISTS, ORGANISATION_COLUMNS, type ImportList } from './import-lists.ts'
import { type ParsedList, parseList } from './import-headings.ts'
import {
  readPossibleDuplicates,
  normaliseCell,
  readNumberConflicts,
  type PlannedOrganisation,
} from './import-organisation.ts'
import { createDraftItem, type PlannedItem } from './import-step.ts'
import { cacheReads } from '../../common/reading-once.ts'

/** Result of planning an import: the changes, or the faults of each list. */
export interface ImportPlan {
  organisations: PlannedOrganisation[]
  participations: { list: ImportListName; csvId: string; existing: Participation | undefined }[]
  items: PlannedItem[]
  /** Possible duplicates of new organisations, as sentences. */
  doubles: string[]
  faults: Partial<Record<ImportListName, SheetError[]>>
  /** Columns of each list that are not imported. */
  leftOut: { list: ImportListName; told: string[]; others: number }[]
}

interface Planning {
  read: Read
  round: Round
  plan: ImportPlan
  organisations: Map<string, PlannedOrganisation>
  participations: readonly Participation[]
  facts: SheetFacts['facts']
  lists: Partial<Record<ImportListName, ParsedList>>
}

const blame = (
  { plan }: Planning,
  list: ImportListName,
  row: UploadedTableRow | undefined,
  what: string,
  remedy?: SheetError['remedy'],
): void => {
  const faults = (plan.faults[list] ??= [])
  faults.push({ line: row?.line ?? null, what, remedy })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const blameCells = (
  planning: Planning,
  list: ImportListName,
  row: UploadedTableRow,
  messages: Record<string, string>,
): void => {
  for (const [column, message] of Object.entries(messages)) {
    const heading = planning.lists[list]?.headingOf(column) ?? column
    blame(planning, list, row, `column ${heading}: ${message}`, row.cells[column] ? 'Correct' : 'Fill in')
  }
}

/** Finds the owner of a row: by its CSV ID, or, in a download, whose participants need none, by a unique name. */
const whoseRow = async (
  { read, lists, organisations }: Planning,
  list: ImportListName,
  { cells: { csvId = '', name = '' } }: UploadedTableRow,
): Promise<Pick<PlannedOrganisation, 'csvId' | 'existing'>> => {
  const known = organisations.get(csvId)
  if (known) return known
  if (csvId !== '' || name === '' || !lists[list]?.isDownloaded('csvId'))
    return { csvId, existing: csvId === '' ? undefined : (await read.list('organisation', { csvId }))[0] }
  const [one, another] = await read.list('organisation', { type: 'PARTICIPANT', name, mergedIntoId: null })
  return one && !another ? { csvId: one.csvId ?? one.id, existing: one } : { csvId, existing: undefined }
}

/** Plans the organisation of a row; rows with the same CSV ID may add data, but not contradict each other. */
const planOrganisation = async (
  planning: Planning,
  list: ImportListName,
  row: UploadedTableRow,
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
    .map(([column, cell]) => [column, normaliseCell(column, cell)] as const)
  for (const [column, cell] of known ? said : [])
    if (details[column] !== cell && details[column] !== undefined)
      blameCells(planning, list, row, {
        [column]: `Another row of ${csvId} has “${text(details[column])}”`,
      })
  Object.assign(details, Object.fromEntries(said))
  const planned = { csvId, existing, details }
  planning.organisations.set(csvId, planned)
  blameCells(planning, list, row, validateAnswers(createOrganisation, details, planning.facts))
  blameCells(
    planning,
    list,
    row,
    await readNumberConflicts(planning.read, planned, [...planning.organisations.values()]),
  )
  return planned
}

const planParticipation = (
  planning: Planning,
  list: ImportListName,
  row: UploadedTableRow,
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
      `column csvId: ${whose.csvId} has withdrawn as ${capacityWithArticle(capacity)}. Reinstate it first, or remove the row.`,
    )
  plan.participations.push({ list, csvId: whose.csvId, existing })
}

const planListStep = async (
  planning: Planning,
  { list, row }: { list: ImportListName; row: UploadedTableRow },
  part: Action,
  subject: object,
): Promise<PlannedStep | undefined> => {
  const mayBeHidden = (column: string): boolean => planning.lists[list]?.isDownloaded(column) ?? false
  const found = await planStep(planning, { row, on: IMPORT_LISTS[list].brings, mayBeHidden }, part, subject)
  if (found.obstacle) blame(planning, list, row, found.obstacle)
  blameCells(planning, list, row, found.messages ?? {})
  return found.step
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
  row: UploadedTableRow,
  whose: PlannedOrganisation,
) => {
  const { brings, capacity, parts }: ImportList = IMPORT_LISTS[list]
  const name = row.cells[brings] ?? ''
  const asks = parts.some(part => hasCellsFor(part, row))
  if (name === '') {
    if (asks) blameCells(planning, list, row, { [brings]: FIELD_REQUIRED })
    return
  }
  const { plan, round } = planning
  if (plan.items.some(one => one.list === list && one.csvId === whose.csvId && one.name === name)) {
    blameCells(planning, list, row, { [brings]: `An earlier row of ${whose.csvId} also has “${name}”` })
    return
  }
  const [existing, another] = whose.existing
    ? (await ownItems(planning, brings, whose.existing)).filter(namedSo(name, capacity))
    : []
  if (another) {
    blameCells(planning, list, row, { [brings]: `${whose.csvId} has several items with the name “${name}”` })
    return
  }
  const item: PlannedItem = { list, csvId: whose.csvId, name, existing, steps: [] }
  plan.items.push(item)
  let subject = existing ?? createDraftItem(round, list)
  for (const part of parts) {
    if (existing && asks && !startStatusesOf(part)?.includes(existing.status)) {
      if (await isStepUnchanged(planning, row, part, existing)) continue
      blameCells(planning, list, row, { [brings]: `“${name}” is ${existing.status} and cannot be changed` })
      return
    }
    const step = await planListStep(planning, { list, row }, part, subject)
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
  const read = parseList(list, table)
  planning.lists[list] = read
  for (const fault of read.faults) blame(planning, list, undefined, fault)
  if (read.faults.length > 0) return
  if (table.rows.length === 0) blame(planning, list, undefined, 'The file has no rows below its headings.')
  else if (read.rows.length === 0)
    blame(
      planning,
      list,
      undefined,
      `No row of the file is for ${capacityWithArticle(IMPORT_LISTS[list].capacity)}.`,
    )
  planning.plan.leftOut.push({ list, told: read.told, others: read.others })
  const foreign = findAdmissionObstacle(planning.round.bidderType, [IMPORT_LISTS[list].capacity])
  if (foreign) blame(planning, list, undefined, `${foreign}. Remove this file.`)
  for (const row of read.rows) {
    const whose = await planOrganisation(planning, list, row)
    if (!whose) continue
    planParticipation(planning, list, row, whose)
    await planItem(planning, list, row, whose)
  }
}

/** Plans an import row by row; if any list has a fault, nothing is imported. */
export const planImport = async (
  read: Read,
  round: Round,
  tables: Partial<Record<ImportListName, UploadedTable | null>>,
  today: Day,
): Promise<ImportPlan> => {
  const planning: Planning = {
    read: cacheReads(read),
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
  return { ...planning.plan, organisations, doubles: await readPossibleDuplicates(read, organisations) }
}

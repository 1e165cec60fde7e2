import { SYSTEM } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { Entities } from '#domain/entities'
import type { TableRow, UploadedTable } from '#domain/filed-document'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Organisation } from '#domain/organisation'
import { whyNotAdmitted } from '#domain/participation-rules'
import type { Participation } from '#domain/participation'
import { NO_NEED } from '#domain/requirement'
import type { Round } from '#domain/round'
import { cellAnswers } from '../common/cells.ts'
import type { Action, Answers, Facts } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { answered, firstAnswers, isShown, judge } from '../kit/judge.ts'
import { everyFrom } from '../kit/available.ts'
import { createOrganisation } from '../organisation/create-organisation.ts'
import {
  columnsOf,
  IMPORT_LIST_NAMES,
  IMPORT_LISTS,
  ORGANISATION_COLUMNS,
  questionsOf,
  type ImportList,
  type ImportListName,
} from './import-lists.ts'
import { doublesAmong, normalCell, numbersOfOthers, type PlannedOrganisation } from './import-organisation.ts'
import { readingOnce } from './reading-once.ts'

/** One of the actions that a row stands for, with the answers that its cells gave. */
export interface PlannedStep {
  action: Action
  values: Answers
  given: Facts
}

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
  faults: Partial<Record<ImportListName, string[]>>
}

/** Everything judged so far in one import. */
interface Planning {
  read: Read
  round: Round
  plan: ImportPlan
  organisations: Map<string, PlannedOrganisation>
  participations: readonly Participation[]
  facts: Facts
}

const blame = ({ plan }: Planning, list: ImportListName, row: TableRow | undefined, what: string): void => {
  const faults = (plan.faults[list] ??= [])
  faults.push(row ? `Row ${row.line}, ${what}` : what)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const blameCells = (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
  messages: Record<string, string>,
): void => {
  for (const [column, message] of Object.entries(messages)) {
    const remedy = row.cells[column] ? 'Correct this cell' : 'Fill in this cell'
    blame(planning, list, row, `column ${column}: ${message}. ${remedy}.`)
  }
}

const planHeader = (planning: Planning, list: ImportListName, { header }: UploadedTable): boolean => {
  const known = Object.keys(columnsOf(IMPORT_LISTS[list]))
  const unknown = header.filter(heading => !known.includes(heading))
  for (const heading of unknown)
    blame(
      planning,
      list,
      undefined,
      `Row 1, column ${heading || '(empty)'}: There is no such column. Leave it out, or name it as one of ${known.join(', ')}.`,
    )
  if (!header.includes('csvId'))
    blame(planning, list, undefined, 'Row 1: The column csvId is missing. Add it: it says whose row it is.')
  return unknown.length === 0 && header.includes('csvId')
}

/** The organisation of a row; rows of the same CSV ID may add to each other, but not contradict. */
const planOrganisation = async (
  planning: Planning,
  list: ImportListName,
  row: TableRow,
): Promise<PlannedOrganisation | undefined> => {
  const csvId = row.cells.csvId ?? ''
  if (csvId === '') {
    blameCells(planning, list, row, { csvId: FIELD_REQUIRED })
    return undefined
  }
  const known = planning.organisations.get(csvId)
  const [existing] = known ? [known.existing] : await planning.read.list('organisation', { csvId })
  const stored: Answers = { ...existing }
  const details: Answers = known?.details ?? {
    ...Object.fromEntries(ORGANISATION_COLUMNS.map(column => [column, stored[column] ?? undefined])),
    csvId,
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
  const action: Action = { ...part, fields }
  const { read, facts } = planning
  const given = { ...(await part.given?.(read, subject, SYSTEM, facts.today)), ...facts }
  const { answers, messages } = cellAnswers(fields, row.cells, given)
  const all = { ...firstAnswers(action, subject, given), ...answers }
  const judged = { ...judge(action, all, given), ...messages }
  const unasked = Object.keys(answers).filter(column => !isShown(action, column, all, given))
  const wrong =
    Object.keys(judged).length > 0
      ? judged
      : Object.fromEntries(unasked.map(column => [column, 'Is not asked with these answers']))
  blameCells(planning, list, row, wrong)
  return Object.keys(wrong).length > 0 ? undefined : { action, values: answered(action, all, given), given }
}

const draft = (round: Round, list: ImportListName): object => ({
  ...NO_NEED,
  id: '',
  roundId: round.id,
  status: 'Draft',
  type: IMPORT_LISTS[list].capacity,
  typeId: null,
})

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
  let subject = existing ?? draft(round, list)
  for (const part of parts) {
    if (existing && asks && !everyFrom(part)?.includes(existing.status)) {
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
  if (!planHeader(planning, list, table)) return
  if (table.rows.length === 0) blame(planning, list, undefined, 'The file has no rows below its headings.')
  const foreign = whyNotAdmitted(planning.round.bidderType, [IMPORT_LISTS[list].capacity])
  if (foreign) blame(planning, list, undefined, `${foreign}. Leave this file out.`)
  for (const row of table.rows) {
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
    plan: { organisations: [], participations: [], items: [], doubles: [], faults: {} },
    organisations: new Map(),
    participations: await read.list('participation', { roundId: round.id }),
    facts: { today, actorIsOperator: true },
  }
  for (const list of IMPORT_LIST_NAMES) {
    const table = tables[list]
    if (table) await planList(planning, list, table)
  }
  const organisations = [...planning.organisations.values()]
  return { ...planning.plan, organisations, doubles: await doublesAmong(read, organisations) }
}

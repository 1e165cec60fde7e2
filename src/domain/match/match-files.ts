import { ownersOfItems } from './parties.ts'
import type { UploadedTableRow } from '../text/filed-document.ts'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type {
  MatchFlow,
  MatchSolution,
  OrganisationResult,
  ProjectResult,
  RequirementResult,
} from '@credit-market/matching/problem/match-solution'
import { isDay } from '@credit-market/values/dates'
import { penceOf, poundsOf, type Pence } from '@credit-market/values/money'
import { unitsToNumber, toUnits, type Units } from '@credit-market/values/units'

/** Headings of the file of winners, values and payments (market rules, 1.5). */
export const WINNERS_FILE_HEADINGS = [
  'role',
  'csvId',
  'itemId',
  'fraction',
  'ongoingOnly',
  'value',
  'surplusShare',
  'payment',
] as const

/** Headings of the file of flows from services to requirements, by period. */
export const FLOWS_FILE_HEADINGS = [
  'projectId',
  'serviceId',
  'requirementId',
  'start',
  'end',
  'units',
  'reserved',
] as const

/** A cell of a file to download. */
export type DownloadCell = string | number | null

/** CSV IDs of organisations by their id. */
export type OrganisationCsvIds = ReadonlyMap<string, string | null>

/** Rows of winners: bids are positive, asks negative; paid is positive, received negative. */
export const winnersFileRows = (
  problem: MatchProblem,
  solution: MatchSolution,
  csvIds: OrganisationCsvIds,
): DownloadCell[][] => {
  const owners = ownersOfItems(problem)
  const csvIdOf = ({ id, organisationId }: { id: string; organisationId: string }) =>
    csvIds.get(owners.get(id) ?? organisationId) ?? null
  return [
    ...solution.projects.map(one => [
      'Supplier',
      csvIdOf(one),
      one.id,
      one.won ? 1 : 0,
      'No',
      one.won ? -poundsOf(one.value) : 0,
      poundsOf(one.share),
      poundsOf(one.payment),
    ]),
    ...solution.requirements.map(one => [
      problem.requirements.find(({ id }) => id === one.id)?.kind ?? 'Buyer',
      csvIdOf(one),
      one.id,
      one.fraction / 10_000,
      one.ongoingOnly ? 'Yes' : 'No',
      poundsOf(one.value),
      poundsOf(one.share),
      poundsOf(one.payment),
    ]),
  ]
}

/** Rows of flows. */
export const flowsFileRows = (_problem: MatchProblem, { flows }: MatchSolution): DownloadCell[][] =>
  flows.map(flow => [
    flow.projectId,
    flow.serviceId,
    flow.requirementId,
    flow.start,
    flow.end,
    unitsToNumber(flow.units),
    unitsToNumber(flow.reserved),
  ])

/** Reports an error in a cell of an imported match. */
type Blame = (row: UploadedTableRow, column: string, why: string) => void

const numberIn = (row: UploadedTableRow, column: string, places: number, blame: Blame): number => {
  const text = row.cells[column] ?? ''
  const number = Number(text === '' ? 0 : text)
  const scaled = number * 10 ** places
  if (Number.isNaN(number) || Math.abs(scaled - Math.round(scaled)) > 1e-6)
    blame(row, column, `“${text}” is not a number with at most ${places} decimals`)
  return number
}

interface Won {
  row: UploadedTableRow
  fraction: number
  ongoingOnly: boolean
  value: Pence
  share: Pence
  payment: Pence
}

const wonIn = (row: UploadedTableRow, blame: Blame): Won => {
  const money = (column: string): Pence => penceOf(numberIn(row, column, 2, blame))
  const fraction = Math.round(numberIn(row, 'fraction', 4, blame) * 10_000)
  if (fraction < 0 || fraction > 10_000) blame(row, 'fraction', 'Must be between 0 and 1')
  return {
    row,
    fraction,
    ongoingOnly: /^(yes|true)$/i.test(row.cells.ongoingOnly ?? ''),
    value: money('value'),
    share: money('surplusShare'),
    payment: money('payment'),
  }
}

const flowIn = (row: UploadedTableRow, blame: Blame): MatchFlow => {
  const { projectId = '', serviceId = '', requirementId = '', start = '', end = '' } = row.cells
  if (!isDay(start)) blame(row, 'start', 'Not a valid date')
  if (end !== '' && (!isDay(end) || end <= start)) blame(row, 'end', 'Must be a valid date after the start')
  return {
    projectId,
    serviceId,
    requirementId,
    start,
    end: end === '' ? null : end,
    units: toUnits(numberIn(row, 'units', 4, blame)),
    reserved: toUnits(numberIn(row, 'reserved', 4, blame)),
  }
}

const LOST = { won: false, value: 0, share: 0, payment: 0, reason: 'price', critical: null } as const
const NO_REASON = 'This match was made elsewhere and does not say why.'
const WON = { won: true, reason: null, critical: null } as const
const SENTENCE = 'It won in a match that was made elsewhere.'

/** Units of a part: for a whole win the units asked for, otherwise the permanent flow. */
const unitsWon = (
  requirement: MatchProblem['requirements'][number],
  won: Won,
  flows: readonly MatchFlow[],
): { ongoingUnits: Units; additionalUnits: Units } => {
  const additionalUnits = won.ongoingOnly ? 0 : requirement.additionalUnits
  if (won.fraction === 10_000) return { ongoingUnits: requirement.ongoingUnits, additionalUnits }
  const forEver = flows.filter(({ requirementId, end }) => requirementId === requirement.id && end === null)
  return { ongoingUnits: forEver.reduce((sum, { units }) => sum + units, 0), additionalUnits: 0 }
}

const organisationsOf = (
  projects: readonly ProjectResult[],
  requirements: readonly RequirementResult[],
): OrganisationResult[] => {
  const lines = [...projects.map(one => ({ ...one, value: -one.value })), ...requirements].filter(
    ({ won }) => won,
  )
  return [...new Set(lines.map(({ organisationId }) => organisationId))].toSorted().map(organisationId => {
    const own = lines.filter(line => line.organisationId === organisationId)
    const sum = (of: 'value' | 'share' | 'payment'): Pence => own.reduce((total, line) => total + line[of], 0)
    const amounts = { value: sum('value'), share: sum('share'), payment: sum('payment') }
    return { organisationId, ...amounts, certainty: 'exact', halfWidth: 0 }
  })
}

/**
 * Reads a match of a frozen problem from two files, and reports errors of single cells. The verifier checks the whole. The match
 * has no proof, so it does not claim to be the best.
 */
export const parseMatchFiles = (
  problem: MatchProblem,
  { winners, dataset }: { winners: readonly UploadedTableRow[]; dataset: readonly UploadedTableRow[] },
  csvIds: OrganisationCsvIds,
  blame: { winners: Blame; dataset: Blame },
): MatchSolution => {
  const items = new Map<string, string>([
    ...problem.projects.map(({ id, supplierId }) => [id, supplierId] as const),
    ...problem.requirements.map(({ id, buyerId }) => [id, buyerId] as const),
  ])
  const won = new Map<string, Won>()
  for (const row of winners) {
    const { itemId = '', csvId = '' } = row.cells
    const owner = items.get(itemId)
    if (owner === undefined) blame.winners(row, 'itemId', `“${itemId}” has no offer or bid in this round`)
    else if ((csvIds.get(owner) ?? '') !== csvId)
      blame.winners(row, 'csvId', `“${itemId}” does not belong to “${csvId}”`)
    if (won.has(itemId)) blame.winners(row, 'itemId', `“${itemId}” is already in an earlier row`)
    won.set(itemId, wonIn(row, blame.winners))
  }
  const flows = dataset.map(row => flowIn(row, blame.dataset))
  const hasWon = (id: string): Won | undefined => {
    const one = won.get(id)
    if (one && one.fraction === 0 && (one.value !== 0 || one.share !== 0 || one.payment !== 0))
      blame.winners(one.row, 'fraction', 'This offer or bid did not win, so it cannot have amounts')
    return one && one.fraction > 0 ? one : undefined
  }
  const projects = problem.projects.map(({ id, supplierId }): ProjectResult => {
    const one = hasWon(id)
    const its = { id, organisationId: supplierId }
    if (!one) return { ...its, ...LOST, sentence: NO_REASON }
    if (one.fraction !== 10_000) blame.winners(one.row, 'fraction', 'A project wins whole or not at all')
    return { ...its, ...WON, value: -one.value, share: one.share, payment: one.payment, sentence: SENTENCE }
  })
  const requirements = problem.requirements.map((requirement): RequirementResult => {
    const one = hasWon(requirement.id)
    const its = { id: requirement.id, organisationId: requirement.buyerId }
    if (!one)
      return {
        ...its,
        ...LOST,
        sentence: NO_REASON,
        fraction: 0,
        ongoingOnly: false,
        ongoingUnits: 0,
        additionalUnits: 0,
      }
    const { fraction, ongoingOnly, value, share, payment } = one
    const units = unitsWon(requirement, one, flows)
    return { ...its, ...WON, value, share, payment, fraction, ongoingOnly, ...units, sentence: SENTENCE }
  })
  const organisations = organisationsOf(projects, requirements)
  const winnerIds = new Set([...projects, ...requirements].filter(one => one.won).map(({ id }) => id))
  return {
    version: 1,
    problemHash: '',
    engine: {
      name: 'import',
      version: '1',
      solver: 'made elsewhere',
      options: {},
      seed: 0,
      batches: [],
      criticalPrices: null,
    },
    rule: 'Imported',
    surplus: organisations.reduce((sum, { value }) => sum + value, 0),
    proven: false,
    certainty: 'exact',
    exact: true,
    shareHalfWidth: null,
    tie: { decidedBy: 1, alternatives: 0, note: '' },
    projects,
    requirements,
    organisations,
    flows,
    groups: problem.groups.map(({ id, memberIds }) => ({
      id,
      memberIds,
      winnerIds: memberIds.filter(member => winnerIds.has(member)),
      note: '',
    })),
    warnings: ['This match was made elsewhere and imported: the verifier found nothing wrong with it.'],
    comparison: {
      vcg: [],
      payAsBid: organisations.map(({ organisationId, value }) => ({
        organisationId,
        value,
        share: 0,
        payment: value,
      })),
    },
  }
}

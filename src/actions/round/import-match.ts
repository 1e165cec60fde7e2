import type { TableRow } from '#domain/filed-document'
import { matchProblemOf } from '#domain/freeze'
import { notConfirmedIn } from '#domain/not-confirmed'
import { DATASET_COLUMNS, solutionIn, WINNERS_COLUMNS } from '#domain/match-files'
import { showMoney } from '#domain/money'
import { action } from '../kit/action.ts'
import { create, quote, start } from '../kit/changes.ts'
import { longText, notStored, text } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { tableFile } from './import-lists.ts'
import { type Fault, faultLines } from './import-faults.ts'
import { offersAndBids } from './offers-and-bids.ts'

const matchFile = (label: string, tag: 'winners' | 'dataset', headings: readonly string[]) => {
  const columns = Object.fromEntries(headings.map(heading => [heading, text(heading)]))
  return tableFile(
    label,
    tag,
    columns,
    `A CSV file, or the first sheet of an Excel workbook (xlsx), with the headings ${headings.join(', ')}`,
  )
}

const missing = (header: readonly string[], columns: readonly string[]): Fault[] => {
  const absent = columns.filter(column => !header.includes(column))
  if (absent.length === 0) return []
  const what =
    absent.length === 1
      ? `The column ${absent[0]} is missing. Add it.`
      : `The columns ${absent.slice(0, -1).join(', ')} and ${absent.at(-1)} are missing. Add them.`
  return [{ line: null, what: `Row 1: ${what}` }]
}

/** Takes a match that was made elsewhere from its two files, whole or not at all, once the verifier finds nothing wrong. */
export const importMatch = action({
  name: 'ImportMatch',
  on: 'round',
  title: 'Import match',
  binds: {
    verb: 'Import this match',
    undone: 'Nobody is bound and nobody is told: the match waits for your review, and can be rejected.',
  },
  description:
    'Takes the winners and the dataset of a match that was made elsewhere. It is checked as our own matches are; afterwards the engine makes a match of its own, and the review warns if that has a greater surplus.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null ||
    'Import match is not possible: set the credit reserve first, or say that there is none',
  fields: {
    winners: matchFile('Winners', 'winners', WINNERS_COLUMNS),
    dataset: matchFile('Dataset', 'dataset', DATASET_COLUMNS),
    reason: notStored(longText('Why is this match imported?', 3)),
  },
  to: 'Matched',
  reads: async (read, round, { winners, dataset }) => {
    const market = await offersAndBids(read, round)
    const problem = matchProblemOf(market)
    const owners = [
      ...problem.projects.map(({ supplierId }) => supplierId),
      ...problem.requirements.map(({ buyerId }) => buyerId),
    ]
    const organisations = owners.length > 0 ? await read.list('organisation', { id: owners }) : []
    const faults = {
      winners: missing(winners.header, WINNERS_COLUMNS),
      dataset: missing(dataset.header, DATASET_COLUMNS),
    }
    const lacks = { winners: faults.winners.length > 0, dataset: faults.dataset.length > 0 }
    // Of a file without all its columns, nothing else that is said of its cells can be relied on.
    const blame = (list: keyof typeof faults) => (row: TableRow, column: string, why: string) => {
      if (!lacks[list])
        faults[list].push({ line: row.line, what: `column ${column}: ${why}`, cure: 'Correct' })
    }
    const solution = solutionIn(
      problem,
      { winners: winners.rows, dataset: dataset.rows },
      new Map(organisations.map(({ id, csvId }) => [id, csvId])),
      { winners: blame('winners'), dataset: blame('dataset') },
    )
    return { problem, solution, faults, unconfirmed: notConfirmedIn(market) }
  },
  preview: ({ reads: { solution, faults } }) => {
    const wrong = faultLines(faults)
    if (Object.keys(wrong).length > 0) return { refused: wrong }
    const count = (items: readonly { won: boolean }[]): string =>
      `${items.filter(({ won }) => won).length} of ${items.length}`
    return {
      preview: [
        'The verifier finds nothing wrong with this match',
        `Surplus ${showMoney(solution.surplus, true)}`,
        `${count(solution.projects)} projects and ${count(solution.requirements)} credit requirements would win`,
        'The engine will then look for a match of its own; if that has a greater surplus, the review warns with the difference',
      ],
    }
  },
  effect: ({ subject: round, reads: { problem, solution, unconfirmed }, values: { reason }, now, newId }) => [
    create('matchResult', {
      id: newId(),
      roundId: round.id,
      problem,
      unconfirmed,
      solution,
      startedAt: now,
      finishedAt: now,
    }),
    quote('round', round, reason),
    start('compareMatch', round.id),
  ],
  done: 'The match is imported and waits for review',
})

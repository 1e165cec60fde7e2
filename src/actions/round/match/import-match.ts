import type { UploadedTableRow } from '#domain/text/filed-document'
import { freezeMatchProblem } from '#domain/match/freeze'
import { bidWithoutDepositText, missingDepositsWarning } from '#domain/match/missing-deposits'
import { findUnconfirmedItems } from '#domain/match/not-confirmed'
import { FLOWS_FILE_HEADINGS, parseMatchFiles, WINNERS_FILE_HEADINGS } from '#domain/match/match-files'
import { showMoney } from '@credit-market/values/money'
import { action } from '../../kit/action.ts'
import { create, addQuote, startTask } from '../../kit/changes.ts'
import { longText, notStored, text } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { tableFileField } from '../../common/sheet/table-file-field.ts'
import { type SheetError, formatSheetErrors } from '../../common/sheet/errors.ts'
import { readMissingDeposits } from './missing-deposits.ts'
import { readOffersAndBids } from './offers-and-bids.ts'

const matchFile = (label: string, tag: 'winners' | 'dataset', headings: readonly string[]) => {
  const columns = Object.fromEntries(headings.map(heading => [heading, text(heading)]))
  return tableFileField(
    label,
    tag,
    columns,
    `A CSV file, or the first sheet of an Excel workbook (xlsx), with the headings ${headings.join(', ')}`,
  )
}

const findMissingColumns = (header: readonly string[], columns: readonly string[]): SheetError[] => {
  const absent = columns.filter(column => !header.includes(column))
  if (absent.length === 0) return []
  const what =
    absent.length === 1
      ? `The column ${absent[0]} is missing. Add it.`
      : `The columns ${absent.slice(0, -1).join(', ')} and ${absent.at(-1)} are missing. Add them.`
  return [{ line: null, what: `Row 1: ${what}` }]
}

/** Imports a match made elsewhere from its two files, all or nothing, once the verifier finds no error. */
export const importMatch = action({
  name: 'ImportMatch',
  on: 'round',
  title: 'Import match',
  binds: {
    verb: 'Import this match',
    undone: 'No one is bound or notified yet. You review the match next, and can reject it.',
  },
  description:
    'Imports the winners and the dataset of a match that was made elsewhere. We check it like our own matches. The engine then makes its own match, and the review warns you if that match has a greater surplus.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null || 'Import match is not possible. Set the credit reserve first, or choose no reserve',
  given: async (read, round) => ({
    missing: await readMissingDeposits(
      read,
      round,
      await read.list('requirement', { roundId: round.id, status: 'Bid' }),
    ),
  }),
  fields: {
    winners: matchFile('Winners', 'winners', WINNERS_FILE_HEADINGS),
    dataset: matchFile('Dataset', 'dataset', FLOWS_FILE_HEADINGS),
    reason: notStored(longText('Why are you importing this match?', 3)),
  },
  warn: (_answers, _round, { missing }) =>
    missing.length > 0 ? { winners: missingDepositsWarning(missing.length) } : {},
  to: 'Matched',
  reads: async (read, round, { winners, dataset }, { missing }) => {
    const market = await readOffersAndBids(
      read,
      round,
      missing.map(({ id }) => id),
    )
    // The files name organisations, so an imported match has no parties of several.
    const problem = freezeMatchProblem({ ...market, controlled: [] })
    const owners = [
      ...problem.projects.map(({ supplierId }) => supplierId),
      ...problem.requirements.map(({ buyerId }) => buyerId),
    ]
    const organisations = owners.length > 0 ? await read.list('organisation', { id: owners }) : []
    const faults = {
      winners: findMissingColumns(winners.header, WINNERS_FILE_HEADINGS),
      dataset: findMissingColumns(dataset.header, FLOWS_FILE_HEADINGS),
    }
    const lacks = { winners: faults.winners.length > 0, dataset: faults.dataset.length > 0 }
    // If a file lacks columns, other faults of its cells are unreliable.
    const blame = (list: keyof typeof faults) => (row: UploadedTableRow, column: string, why: string) => {
      if (!lacks[list])
        faults[list].push({ line: row.line, what: `column ${column}: ${why}`, remedy: 'Correct' })
    }
    const solution = parseMatchFiles(
      problem,
      { winners: winners.rows, dataset: dataset.rows },
      new Map(organisations.map(({ id, csvId }) => [id, csvId])),
      { winners: blame('winners'), dataset: blame('dataset') },
    )
    return { problem, solution, faults, unconfirmed: findUnconfirmedItems(market) }
  },
  preview: ({ given: { missing }, reads: { solution, faults } }) => {
    const wrong = formatSheetErrors(faults)
    if (Object.keys(wrong).length > 0) return { refused: wrong }
    const count = (items: readonly { won: boolean }[]): string =>
      `${items.filter(({ won }) => won).length} of ${items.length}`
    return {
      preview: [
        'The check found no errors in this match',
        ...missing.map(bidWithoutDepositText),
        `The surplus is ${showMoney(solution.surplus, true)}`,
        `${count(solution.projects)} projects and ${count(solution.requirements)} credit requirements will win`,
        'The engine will then make its own match. If that match has a greater surplus, the review shows the difference',
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
    addQuote('round', round, reason),
    startTask('compareMatch', round.id),
  ],
  done: 'The match has been imported and is ready to review',
})

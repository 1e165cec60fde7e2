import { recordCountText } from '../../parts/messages.ts'

/** Label of the button that starts a bulk action, such as `Register: 2 of 3 projects`. */
export const bulkStartLabel = (of: {
  title: string
  kind: string
  total: number
  /** Number of rows that can be done now. */
  possible: number
  isProposed: boolean
}): string => {
  const rows = recordCountText(of.total, of.kind)
  const what = of.possible === of.total ? rows : `${of.possible} of ${rows}`
  return of.isProposed ? `Propose: ${of.title}: ${what}` : `${of.title}: ${what}`
}

/** Warning before a bulk action some of whose rows are blocked. */
export const someRowsBlockedText = ({ possible, blocked }: { possible: number; blocked: number }): string =>
  `${possible} of these can be done now. We also try the other ${blocked}, which are not ready:`

export const warningsForRowsText = (count: number): string =>
  count === 1 ? 'Warning for 1 row:' : `Warnings for ${count} rows:`

export const rowsNotDoneText = (count: number): string =>
  count === 1 ? '1 row will not be done:' : `${count} rows will not be done:`

export const unassignedFilesText = (count: number): string =>
  count === 1 ? '1 file is not matched to a row' : `${count} files are not matched to a row`

export const proposalsWaitingText = (count: number): string =>
  count === 0 ? 'Proposals' : count === 1 ? '1 proposal waiting' : `${count} proposals waiting`

/** Progress or result of a bulk action. */
export const bulkProgressText = (of: {
  isRunning: boolean
  done: number
  refused: number
  cancelled: number
  total: number
}): string => {
  if (of.isRunning)
    return `${of.done + of.refused} of ${of.total} processed so far: ${of.done} done, ${of.refused} not done`
  const notDone = of.refused + of.cancelled
  return notDone === 0 ? `All ${of.total} are done` : `${of.done} of ${of.total} done, ${notDone} not done`
}

/** Line of a preview: the status that records will have, such as `3 projects will be: Offered`. */
export const statusPreview = (of: { records: string; status: string }): string =>
  `${of.records} will be: ${of.status}`

/** Line of a preview: the status that credits will have, with their units today. */
export const creditPreview = (of: { creditType: string; status: string; units: string }): string =>
  `${of.creditType} will be: ${of.status} (${of.units} units today)`

export const emailPreview = (count: number): string =>
  count === 0
    ? 'No emails will be sent'
    : count === 1
      ? '1 email will be sent'
      : `${count} emails will be sent`

import type { Change } from '#actions/kit/changes'

/** A change that leaves a row behind. */
export type Write = Extract<Change, { change: 'create' | 'update' | 'move' }>

export const isWrite = (change: Change): change is Write =>
  change.change === 'create' || change.change === 'update' || change.change === 'move'

export const idOf = (write: Write): string => (write.change === 'create' ? write.row.id : write.id)

/** The columns that are written; of a new row, all that it is given. */
export const columnsOf = (write: Write): object => (write.change === 'create' ? write.row : write.patch)

import type { Change } from '#actions/kit/changes'

/** A change that leaves a row behind. */
export type WriteChange = Extract<Change, { change: 'create' | 'update' | 'move' }>

export const isWriteChange = (change: Change): change is WriteChange =>
  change.change === 'create' || change.change === 'update' || change.change === 'move'

export const idOfWrittenRow = (write: WriteChange): string =>
  write.change === 'create' ? write.row.id : write.id

/** Returns the written columns; for a new row, all its values. */
export const columnsOfWrittenRow = (write: WriteChange): object =>
  write.change === 'create' ? write.row : write.patch

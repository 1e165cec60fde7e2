import { EventEmitter } from 'node:events'
import type { RecordChange } from '#contract/home'

/** Where those who changed something say so, and those who keep pages fresh listen. */
export interface ChangeFeed {
  emit: (changed: RecordChange) => void
  /** Calls back for every change until the returned function is called. */
  listen: (hear: (changed: RecordChange) => void) => () => void
}

/** News of what was committed, within this process. */
export const openChangeFeed = (): ChangeFeed => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    emit: changed => void emitter.emit('changed', changed),
    listen: hear => {
      emitter.on('changed', hear)
      return () => void emitter.off('changed', hear)
    },
  }
}

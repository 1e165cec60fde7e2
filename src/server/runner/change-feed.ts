import { EventEmitter } from 'node:events'
import type { Kind } from '#domain/entities'

/** A subject that has changed, as open pages are told: enough to fetch it again, nothing of what it holds. */
export interface Changed {
  kind: Kind
  id: string
  version: number
}

/** Where those who changed something say so, and those who keep pages fresh listen. */
export interface ChangeFeed {
  emit: (changed: Changed) => void
  /** Calls back for every change until the returned function is called. */
  listen: (hear: (changed: Changed) => void) => () => void
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

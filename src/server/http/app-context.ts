import type { Actor } from '#domain/people/actor'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import type { StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import type { ServerConfig } from '../process/config.ts'
import type { DemonstrationReset } from '../demonstration/reset.ts'
import type { ShutdownDelay } from '../process/drain.ts'
import type { CertificateSigner } from '../certificates/seal.ts'
import type { FileStore } from '../files/file-store.ts'
import { notFoundError } from '../runner/refusals.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { ReadOnlyStore, ReadReplica } from './replica.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { mayReadRow } from '../views/kit/visible.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor who sends this request; null for a visitor who is not signed in and need not be. */
    actor: Actor | null
  }
}

/** Dependencies of every route. */
export interface AppContext {
  runtime: ActionRuntime
  /** The same runtime with longer time limits, for submissions with files: imports take longer. */
  patient?: ActionRuntime
  /** A read replica of the database. */
  replica?: ReadReplica
  config: ServerConfig
  files: FileStore
  /** Signs the status of certificates; without it the key of the configuration does. */
  seal?: CertificateSigner
  /** Signals that the server is shutting down. */
  drain?: ShutdownDelay
  /** Replaces the measurement of free disk space, in bytes. */
  measure?: (folder: string) => Promise<number>
  /** Reloads the demonstration market; only set for a demonstration. */
  reset?: DemonstrationReset
}

/** The context that views are built from at this instant; figures are for the given day, or for today. */
export const createViewContext = ({ store, now }: ReadOnlyStore, on?: Day): ViewContext => {
  const moment = now()
  return { db: store.db, read: store.read, now: moment, on: on ?? englishDayOf(moment) }
}

const LONGEST_ID = 100

/** True if the text can be an id. Characters that no column can store are refused earlier. */
export const isPossibleId = (text: string): boolean => text.length <= LONGEST_ID

/** Reads a subject by kind and id. Throws 404 both if it does not exist and if the actor may not see it. */
export const requireVisibleSubject = async <K extends StoredKind>(
  { store }: ActionRuntime,
  kind: K,
  id: string,
  reader: Actor,
): Promise<EntityOfKind<K>> => {
  const subject = isPossibleId(id) ? await store.read.one(kind, id) : undefined
  if (!subject || !(await mayReadRow(kind, subject, reader, store.read))) throw notFoundError()
  return subject as EntityOfKind<K>
}

import type { Actor } from '#domain/actor'
import { type Day, marketDayOf } from '#domain/dates'
import type { StoredKind, SubjectOf } from '#domain/entities'
import type { Config } from '../config.ts'
import type { Reset } from '../demonstration/reset.ts'
import type { Drain } from '../drain.ts'
import type { FileStore } from '../files/file-store.ts'
import { notFound } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Reading, Replica } from '../store/replica.ts'
import type { ViewContext } from '../views/context.ts'
import { mayReadRow } from '../views/visible.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends this request; null when nobody is signed in, or where nobody needs to be. */
    actor: Actor | null
  }
}

/** What every route is served from. */
export interface AppContext {
  runtime: Runtime
  /** The same with longer limits, for what comes with files: imports take their time. */
  patient?: Runtime
  /** A copy of the database that may be read in its place. */
  replica?: Replica
  config: Config
  files: FileStore
  /** Where the server may be told to stop. */
  drain?: Drain
  /** Another way to measure what is free on a disk. */
  measure?: (folder: string) => Promise<number>
  /** Only where there is a demonstration to load anew. */
  reset?: Reset
}

/** What views of this moment are made from; their figures are for the day asked for, or today. */
export const contextOf = ({ store, now }: Reading, on?: Day): ViewContext => {
  const moment = now()
  return { db: store.db, read: store.read, now: moment, on: on ?? marketDayOf(moment) }
}

const LONGEST_ID = 100

/** Could this text be an id? Signs that no column can hold are refused before. */
export const isIdLike = (text: string): boolean => text.length <= LONGEST_ID

/** The subject of a kind by its id: 404 whether it is not there or not to be seen. */
export const visibleSubject = async <K extends StoredKind>(
  { store }: Runtime,
  kind: K,
  id: string,
  reader: Actor,
): Promise<SubjectOf<K>> => {
  const subject = isIdLike(id) ? await store.read.one(kind, id) : undefined
  if (!subject || !(await mayReadRow(kind, subject, reader, store.read))) throw notFound()
  return subject as SubjectOf<K>
}

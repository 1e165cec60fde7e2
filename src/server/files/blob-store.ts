import type { Readable } from 'node:stream'
import type { Arrived } from './arrivals.ts'

/** The name of the file beside the documents that holds the sign by which a market knows them. */
export const MARK = 'market-id'

/** Where the bytes of documents lie, each under the hash of its content: a folder or an object store. */
export interface BlobStore {
  /** Keeps for good what has arrived; what is there already stays. */
  put: (arrived: Arrived) => Promise<void>
  /** The bytes of a document; undefined when they are gone. */
  open: (sha256: string) => Promise<{ stream: Readable; size: number } | undefined>
  /** Forgets content that no document has any more. */
  remove: (sha256: string) => Promise<void>
  /** Can documents be kept now? */
  isReachable: () => Promise<boolean>
  /** The sign of whose documents these are; undefined where there is none. */
  mark: () => Promise<string | undefined>
  setMark: (mark: string) => Promise<void>
}

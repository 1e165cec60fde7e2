import type { Readable } from 'node:stream'
import type { ReceivedFile } from './arrivals.ts'

/** Name of the file next to the documents with the marker that says which market they belong to. */
export const MARKET_MARKER = 'market-id'

/** Storage for the bytes of documents, each under the hash of its content: a folder or an object store. */
export interface BlobStore {
  /** Stores an arrived file permanently; existing content stays. */
  put: (arrived: ReceivedFile) => Promise<void>
  /** Opens a document; undefined if its bytes are gone. */
  open: (sha256: string) => Promise<{ stream: Readable; size: number } | undefined>
  /** Removes content that no document refers to any more. */
  remove: (sha256: string) => Promise<void>
  /** True if documents can be stored now. */
  isReachable: () => Promise<boolean>
  /** Reads the marker of the market that owns the documents; undefined if there is none. */
  mark: () => Promise<string | undefined>
  setMark: (mark: string) => Promise<void>
}
